/** The types of events that MCP clients can subscribe to: all but those of the account. */
export const SUBSCRIBABLE_EVENTS = [
  'figures.changed',
  'issues.opened',
  'import.finished',
  'year.frozen',
] as const;

export type SubscribableEvent = (typeof SUBSCRIBABLE_EVENTS)[number];

/** The types of events that webhooks and NATS get (docs/events.md). */
export const EVENT_TYPES = [
  ...SUBSCRIBABLE_EVENTS,
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_out',
  'account.signed_out_everywhere',
  'account.password_changed',
  'account.password_closed',
  'account.login_linked',
  'account.login_unlinked',
  'account.passkey_added',
  'account.passkey_removed',
  'account.recovery_codes_created',
  'account.token_created',
  'account.token_revoked',
  'account.app_connected',
  'account.app_revoked',
  'account.invitation_created',
  'account.webhook_added',
  'account.webhook_removed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

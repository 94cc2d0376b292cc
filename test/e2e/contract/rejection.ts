/** Returns the rejection of a request as `STATUS CODE`. Throws if the request succeeds. */
export async function rejectionOf(
  answering: Promise<{ readonly error?: unknown; readonly response: Response }>,
): Promise<string> {
  const { error, response } = await answering;
  if (response.ok) throw new Error(`expected a rejection, got ${String(response.status)}`);
  return `${String(response.status)} ${String((error as { code?: unknown } | undefined)?.code)}`;
}

{{/*
An environment variable from an existing secret, or with secretFiles.enabled the path of its file:
(dict "root" $ "name" "CALLER_KEY" "secret" .Values.callerKey)
*/}}
{{- define "crypto-tax.secretVariable" -}}
{{- if .root.Values.secretFiles.enabled -}}
- name: {{ .name }}_FILE
  value: {{ printf "%s%s/%s" (include "crypto-tax.secretFolder" .) .secret.existingSecret .secret.key | quote }}
{{- else -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret.existingSecret | quote }}
      key: {{ .secret.key | quote }}
{{- end -}}
{{- end }}

{{/* Environment variables of every service: (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.commonEnvironment" -}}
{{- $values := .root.Values -}}
{{- $own := get $values .name -}}
{{ include "crypto-tax.secretVariable" (dict "root" .root "name" "DATABASE_URL" "secret" $own.database) }}
{{- with $own.database.countsKey }}
{{ include "crypto-tax.secretVariable" (dict "root" $.root "name" "DATABASE_COUNTS_URL" "secret" (dict "existingSecret" $own.database.existingSecret "key" .)) }}
{{- end }}
{{- with $own.database.longKey }}
{{ include "crypto-tax.secretVariable" (dict "root" $.root "name" "DATABASE_LONG_URL" "secret" (dict "existingSecret" $own.database.existingSecret "key" .)) }}
{{- end }}
- name: DATABASE_CONNECTIONS_MAX
  value: {{ $own.database.connectionsMax | int64 | quote }}
- name: DATABASE_CONNECTION_AGE_MS_MAX
  value: {{ $values.database.connectionAgeMsMax | int64 | quote }}
{{ include "crypto-tax.secretVariable" (dict "root" .root "name" "CALLER_KEY" "secret" $values.callerKey) }}
{{- if ne .name "read" }}
{{- with $values.operatorKey.publicKeys }}
- name: OPERATOR_PUBLIC_KEYS
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
- name: GRPC_ADDRESS
  value: {{ printf "%s:%d" $values.listen.host (int64 $values.listen.grpcPort) | quote }}
- name: HEALTH_ADDRESS
  value: {{ printf "%s:%d" $values.listen.host (int64 $values.listen.healthPort) | quote }}
{{ include "crypto-tax.tlsVariables" . }}
- name: LOG_LEVEL
  value: {{ $own.logLevel }}
{{- with $values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .ratio | quote }}
{{- with .attributes }}
{{- $pairs := list }}
{{- range $key, $value := . }}
{{- $pairs = append $pairs (printf "%s=%s" $key $value) }}
{{- end }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ join "," $pairs | quote }}
{{- end }}
{{- end }}
{{- end }}
{{ include "crypto-tax.privateCaVariable" .root }}
{{- end }}

{{/* Whether the pods trust a private CA. */}}
{{- define "crypto-tax.hasPrivateCa" -}}
{{- if or .Values.privateCa.existingConfigMap .Values.privateCa.existingSecret -}}yes{{- end -}}
{{- end }}

{{- define "crypto-tax.privateCaVariable" -}}
{{- if include "crypto-tax.hasPrivateCa" . }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/crypto-tax/private-ca/ca.crt
{{- end }}
{{- end }}

{{- define "crypto-tax.migrationsEnvironment" -}}
{{ include "crypto-tax.secretVariable" (dict "root" . "name" "DATABASE_URL" "secret" .Values.migrations.database) }}
{{- include "crypto-tax.privateCaVariable" . }}
{{- end }}

{{- define "crypto-tax.natsVariable" -}}
{{- $own := get .root.Values .name -}}
{{- if $own.nats.existingSecret }}
{{- include "crypto-tax.secretVariable" (dict "root" .root "name" "NATS_URL" "secret" $own.nats) }}
{{- else if .root.Values.nats.url }}
- name: NATS_URL
  value: {{ .root.Values.nats.url | quote }}
{{- end }}
{{- end }}

{{- define "crypto-tax.cleanupVariables" -}}
- name: AUDIT_DAYS
  value: {{ .Values.clearing.auditDays | int64 | quote }}
{{- end }}

{{- define "crypto-tax.drainVariable" -}}
- name: DRAIN_MS
  value: {{ (get .root.Values .name).drainMs | int64 | quote }}
{{- end }}

{{- define "crypto-tax.environment.gateway" -}}
{{- $gateway := .Values.gateway -}}
{{- $fullname := include "crypto-tax.fullname" . -}}
{{- $grpcPort := int64 .Values.listen.grpcPort -}}
{{ include "crypto-tax.commonEnvironment" (dict "root" . "name" "gateway") }}
{{ include "crypto-tax.drainVariable" (dict "root" . "name" "gateway") }}
{{ include "crypto-tax.cleanupVariables" . }}
- name: HTTP_ADDRESS
  value: {{ printf "%s:%d" .Values.listen.host (int64 .Values.listen.httpPort) | quote }}
{{- if .Values.tls.http.existingSecret }}
- name: HTTP_TLS_CERT_FILE
  value: /etc/crypto-tax/http-tls/tls.crt
- name: HTTP_TLS_KEY_FILE
  value: /etc/crypto-tax/http-tls/tls.key
{{- end }}
- name: BASE_URL
  value: {{ $gateway.baseUrl | quote }}
{{- with $gateway.upgradeUrl }}
- name: UPGRADE_URL
  value: {{ . | quote }}
{{- end }}
- name: READ_ADDRESS
  value: {{ printf "%s-read:%d" $fullname $grpcPort | quote }}
- name: CORRECTIONS_ADDRESS
  value: {{ printf "%s-corrections:%d" $fullname $grpcPort | quote }}
{{ include "crypto-tax.secretVariable" (dict "root" . "name" "OAUTH_KEYS" "secret" $gateway.oauthKeys) }}
{{- with $gateway.privacyUrl }}
- name: PRIVACY_URL
  value: {{ . | quote }}
{{- end }}
{{- with $gateway.termsUrl }}
- name: TERMS_URL
  value: {{ . | quote }}
{{- end }}
{{- with $gateway.supportContact }}
- name: SUPPORT_CONTACT
  value: {{ . | quote }}
{{- end }}
{{- with $gateway.securityContact }}
- name: SECURITY_CONTACT
  value: {{ . | quote }}
{{- end }}
- name: YEAR_SUBMISSION
  value: {{ $gateway.yearSubmission | quote }}
{{- with without $gateway.trustedProxies "none" }}
- name: TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
{{- with $gateway.corsOrigins }}
- name: CORS_ORIGINS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $gateway.clientMetadataHosts }}
- name: CLIENT_METADATA_HOSTS
  value: {{ join "," . | quote }}
{{- end }}
{{- with $gateway.signIn }}
{{- if .issuer }}
- name: SIGN_IN_ISSUER
  value: {{ .issuer | quote }}
- name: SIGN_IN_CLIENT_ID
  value: {{ .clientId | quote }}
{{ include "crypto-tax.secretVariable" (dict "root" $ "name" "SIGN_IN_CLIENT_SECRET" "secret" .clientSecret) }}
- name: SIGN_IN_LABEL
  value: {{ .label | quote }}
{{- with .createUsers }}
- name: SIGN_IN_CREATE_USERS
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "crypto-tax.environment.read" -}}
{{ include "crypto-tax.commonEnvironment" (dict "root" . "name" "read") }}
{{- if .Values.read.replicaDatabase.existingSecret }}
{{ include "crypto-tax.secretVariable" (dict "root" . "name" "READ_DATABASE_URL" "secret" .Values.read.replicaDatabase) }}
{{- end }}
{{ include "crypto-tax.drainVariable" (dict "root" . "name" "read") }}
{{- end }}

{{- define "crypto-tax.environment.corrections" -}}
{{ include "crypto-tax.commonEnvironment" (dict "root" . "name" "corrections") }}
- name: RECALC_ADDRESS
  value: {{ printf "%s-recalc:%d" (include "crypto-tax.fullname" .) (int64 .Values.listen.grpcPort) | quote }}
{{ include "crypto-tax.drainVariable" (dict "root" . "name" "corrections") }}
{{ include "crypto-tax.cleanupVariables" . }}
- name: OPERATOR_LOG_DAYS
  value: {{ .Values.clearing.operatorLogDays | int64 | quote }}
{{ include "crypto-tax.natsVariable" (dict "root" . "name" "corrections") }}
- name: IMPORTS_MAX
  value: {{ .Values.corrections.imports.atOnceMax | int64 | quote }}
- name: IMPORT_SPOOL_MB_MAX
  value: {{ .Values.corrections.imports.spoolMbMax | int64 | quote }}
{{- if .Values.webhooks.enabled }}
{{ include "crypto-tax.secretVariable" (dict "root" $ "name" "WEBHOOK_KEYS" "secret" .Values.webhooks.keys) }}
{{- end }}
{{- end }}

{{- define "crypto-tax.environment.recalc" -}}
{{ include "crypto-tax.commonEnvironment" (dict "root" . "name" "recalc") }}
{{ include "crypto-tax.natsVariable" (dict "root" . "name" "recalc") }}
{{- with .Values.nats.streamReplicas }}
- name: NATS_STREAM_REPLICAS
  value: {{ int64 . | quote }}
{{- end }}
- name: SWEEP_INTERVAL_MS
  value: {{ .Values.recalc.sweepIntervalMs | int64 | quote }}
- name: LARGE_RUN_EVENTS
  value: {{ .Values.recalc.largeRuns.events | int64 | quote }}
- name: LARGE_RUN_MEMORY_MB_MAX
  value: {{ .Values.recalc.largeRuns.memoryMbMax | int64 | quote }}
- name: LARGE_RUN_MS_MAX
  value: {{ .Values.recalc.largeRuns.msMax | int64 | quote }}
- name: SELF_CHECK_USERS
  value: {{ .Values.recalc.selfCheck.users | int64 | quote }}
{{- end }}

{{/* Environment variables of the command `ctx` in a pod: (dict "root" $ "name" "tools"), and "key" with the secret of another key. */}}
{{- define "crypto-tax.operatorEnvironment" -}}
{{- $root := .root -}}
{{- range $service := list "gateway" "corrections" "recalc" }}
- name: {{ upper $service }}_ADDRESS
  value: {{ printf "%s:%d" (include "crypto-tax.grpcName" (dict "root" $root "name" $service)) (int64 $root.Values.listen.grpcPort) | quote }}
{{- end }}
{{- if $root.Values.operatorKey.publicKeys }}
{{ include "crypto-tax.secretVariable" (dict "root" $root "name" "OPERATOR_KEY" "secret" (default $root.Values.operatorKey .key)) }}
{{- else }}
{{ include "crypto-tax.secretVariable" (dict "root" $root "name" "CALLER_KEY" "secret" $root.Values.callerKey) }}
{{- end }}
{{- with include "crypto-tax.tlsFiles" . | trim }}
{{ . }}
{{- end }}
{{- end }}

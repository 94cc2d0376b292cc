{{/*
Entries of extraEnv, extraVolumes, extraVolumeMounts and extraContainers that the chart generates too, or that are listed twice, one line each. Kubernetes and
Helm 4 reject such a manifest, Helm 3 keeps the last entry.
*/}}
{{- define "crypto-tax.collisions" -}}
{{- $values := include "crypto-tax.valuesOfVariables" . | fromYaml -}}
{{- range $name := list "gateway" "read" "corrections" "recalc" -}}
{{- $own := get $.Values $name -}}
{{- $part := dict "root" $ "name" $name "own" (omit $own "extraVolumes" "extraVolumeMounts") -}}
{{- $instead := dict -}}
{{- range $variable, $value := $values -}}
{{- $_ := set $instead $variable (printf "use %s instead" (replace "SERVICE" $name $value)) -}}
{{- end -}}
{{- include "crypto-tax.collisionsOf" (dict "at" (printf "%s.extraEnv" $name) "extra" $own.extraEnv "key" "name"
  "generated" (include (printf "crypto-tax.environment.%s" $name) $ | fromYamlArray) "instead" $instead) -}}
{{- include "crypto-tax.collisionsOf" (dict "at" (printf "%s.extraVolumes" $name) "extra" $own.extraVolumes "key" "name"
  "generated" (include "crypto-tax.podSpec" $part | fromYaml).volumes "instead" (dict "" "choose another name")) -}}
{{- include "crypto-tax.collisionsOf" (dict "at" (printf "%s.extraVolumeMounts" $name) "extra" $own.extraVolumeMounts "key" "mountPath"
  "generated" (include "crypto-tax.container" $part | fromYaml).volumeMounts "instead" (dict "" "choose another path")) -}}
{{- include "crypto-tax.collisionsOf" (dict "at" (printf "%s.extraContainers" $name) "extra" (concat $own.extraContainers $own.initContainers)
  "key" "name" "generated" (list (dict "name" $name)) "instead" (dict "" "choose another name")) -}}
{{- end -}}
{{- end }}

{{/* The entries of one list. "instead" is what to do, by name, or for all names under "". */}}
{{- define "crypto-tax.collisionsOf" -}}
{{- $generated := dict -}}
{{- range .generated -}}
{{- $_ := set $generated (get . $.key) true -}}
{{- /* A secret is given as a variable or as a file. */ -}}
{{- $_ := set $generated (get . $.key | toString | trimSuffix "_FILE") true -}}
{{- if or .valueFrom (hasSuffix "_FILE" (get . $.key | toString)) -}}{{- $_ := set $generated (printf "%s_FILE" (get . $.key | toString | trimSuffix "_FILE")) true -}}{{- end -}}
{{- end -}}
{{- $seen := dict -}}
{{- range .extra -}}
{{- $name := get . $.key | toString | trimSuffix "/" -}}
{{- if hasKey $generated $name }}
{{ $.at }}: the chart sets {{ $name }}; {{ get $.instead $name | default (get $.instead (trimSuffix "_FILE" $name)) | default (get $.instead "") }}
{{- else if hasKey $seen $name }}
{{ $.at }}: has {{ $name }} twice
{{- end -}}
{{- $_ := set $seen $name true -}}
{{- end -}}
{{- end }}

{{/* The value that sets each environment variable of a service. */}}
{{- define "crypto-tax.valuesOfVariables" -}}
AUDIT_DAYS: clearing.auditDays
BASE_URL: gateway.baseUrl
CALLER_KEY: callerKey.existingSecret
CLIENT_METADATA_HOSTS: gateway.clientMetadataHosts
CORRECTIONS_ADDRESS: fullnameOverride
CORS_ORIGINS: gateway.corsOrigins
DATABASE_CONNECTIONS_MAX: SERVICE.database.connectionsMax
DATABASE_CONNECTION_AGE_MS_MAX: database.connectionAgeMsMax
DATABASE_COUNTS_URL: SERVICE.database.countsKey
DATABASE_LONG_URL: SERVICE.database.longKey
DATABASE_URL: SERVICE.database.existingSecret
DRAIN_MS: SERVICE.drainMs
GRPC_ADDRESS: listen.grpcPort
HEALTH_ADDRESS: listen.healthPort
HTTP_ADDRESS: listen.httpPort
HTTP_TLS_CERT_FILE: tls.http.existingSecret
HTTP_TLS_KEY_FILE: tls.http.existingSecret
IMPORTS_MAX: corrections.imports.atOnceMax
IMPORT_SPOOL_MB_MAX: corrections.imports.spoolMbMax
LARGE_RUN_EVENTS: recalc.largeRuns.events
LARGE_RUN_MEMORY_MB_MAX: recalc.largeRuns.memoryMbMax
LARGE_RUN_MS_MAX: recalc.largeRuns.msMax
LOG_LEVEL: SERVICE.logLevel
NATS_STREAM_REPLICAS: nats.streamReplicas
NATS_URL: SERVICE.nats.existingSecret
NODE_EXTRA_CA_CERTS: privateCa.existingConfigMap
OAUTH_KEYS: gateway.oauthKeys.existingSecret
OPERATOR_LOG_DAYS: clearing.operatorLogDays
OPERATOR_PUBLIC_KEYS: operatorKey.publicKeys
OTEL_EXPORTER_OTLP_ENDPOINT: tracing.endpoint
OTEL_TRACES_SAMPLER_ARG: tracing.ratio
OTEL_RESOURCE_ATTRIBUTES: tracing.attributes
PRIVACY_URL: gateway.privacyUrl
READ_ADDRESS: fullnameOverride
READ_DATABASE_URL: read.replicaDatabase.existingSecret
RECALC_ADDRESS: fullnameOverride
SECURITY_CONTACT: gateway.securityContact
SELF_CHECK_USERS: recalc.selfCheck.users
SIGN_IN_CLIENT_ID: gateway.signIn.clientId
SIGN_IN_CLIENT_SECRET: gateway.signIn.clientSecret.existingSecret
SIGN_IN_CREATE_USERS: gateway.signIn.createUsers
SIGN_IN_ISSUER: gateway.signIn.issuer
SIGN_IN_LABEL: gateway.signIn.label
SUPPORT_CONTACT: gateway.supportContact
SWEEP_INTERVAL_MS: recalc.sweepIntervalMs
TERMS_URL: gateway.termsUrl
TLS_CALLERS: operators.tlsNames
TLS_CA_FILE: SERVICE.tls.existingSecret
TLS_CERT_FILE: SERVICE.tls.existingSecret
TLS_KEY_FILE: SERVICE.tls.existingSecret
TRUSTED_PROXIES: gateway.trustedProxies
UPGRADE_URL: gateway.upgradeUrl
WEBHOOK_KEYS: webhooks.keys.existingSecret
YEAR_SUBMISSION: gateway.yearSubmission
{{- end }}

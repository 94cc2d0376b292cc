{{/* Checks that values.schema.json cannot express. Reports all errors at once. */}}
{{- define "crypto-tax.validate" -}}
{{- $known := .Files.Get "known-values.json" | fromJson -}}
{{- $unknown := include "crypto-tax.unknownValues" (dict "values" .Values "known" $known "path" "") | trim -}}
{{- $faults := without (splitList "\n" $unknown) "" -}}
{{- $faults = concat $faults (without (splitList "\n" (include "crypto-tax.collisions" .)) "") -}}
{{- $values := .Values -}}
{{- $signIn := .Values.gateway.signIn -}}
{{- $required := dict
  "image.repository" .Values.image.repository
  "callerKey.existingSecret" .Values.callerKey.existingSecret
  "gateway.baseUrl" .Values.gateway.baseUrl
  "gateway.oauthKeys.existingSecret" .Values.gateway.oauthKeys.existingSecret
-}}
{{- range $name := list "gateway" "read" "corrections" "recalc" -}}
{{- $own := get $values $name -}}
{{- $_ := set $required (printf "%s.database.existingSecret" $name) $own.database.existingSecret -}}
{{- if and $own.autoscaling.enabled (lt (int64 $own.autoscaling.maxReplicas) (int64 $own.autoscaling.minReplicas)) -}}
{{- $faults = append $faults (printf "%s.autoscaling.maxReplicas: is less than minReplicas" $name) -}}
{{- end -}}
{{- end -}}
{{- $ownRatesKey := .Values.rates.operatorKey.existingSecret -}}
{{- if and (or .Values.tools.enabled .Values.tests.enabled .Values.priceFiles.addresses (and .Values.rates.enabled (not $ownRatesKey))) .Values.operatorKey.publicKeys -}}
{{- $_ := set $required "operatorKey.existingSecret" .Values.operatorKey.existingSecret -}}
{{- end -}}
{{- if or .Values.operatorKey.existingSecret (and .Values.rates.enabled $ownRatesKey) -}}
{{- $_ := set $required "operatorKey.publicKeys" .Values.operatorKey.publicKeys -}}
{{- end -}}
{{- with include "crypto-tax.missingHookSecret" . -}}
{{- $faults = append $faults . -}}
{{- end -}}
{{- if ne .Values.migrations.mode "none" -}}
{{- $_ := set $required "migrations.database.existingSecret" .Values.migrations.database.existingSecret -}}
{{- end -}}
{{- if or $signIn.issuer $signIn.clientId $signIn.clientSecret.existingSecret $signIn.createUsers -}}
{{- $_ := set $required "gateway.signIn.issuer" $signIn.issuer -}}
{{- $_ := set $required "gateway.signIn.clientId" $signIn.clientId -}}
{{- $_ := set $required "gateway.signIn.clientSecret.existingSecret" $signIn.clientSecret.existingSecret -}}
{{- end -}}
{{- if .Values.webhooks.enabled -}}
{{- $_ := set $required "webhooks.keys.existingSecret" .Values.webhooks.keys.existingSecret -}}
{{- end -}}
{{- if .Values.recalc.keda.enabled -}}
{{- $_ := set $required "recalc.keda.natsMonitoringEndpoint" .Values.recalc.keda.natsMonitoringEndpoint -}}
{{- if .Values.recalc.autoscaling.enabled -}}
{{- $faults = append $faults "recalc.keda.enabled: cannot be combined with recalc.autoscaling.enabled" -}}
{{- end -}}
{{- if lt (int64 .Values.recalc.keda.maxReplicas) (int64 .Values.recalc.keda.minReplicas) -}}
{{- $faults = append $faults "recalc.keda.maxReplicas: is less than minReplicas" -}}
{{- end -}}
{{- if not (or .Values.nats.url .Values.recalc.nats.existingSecret) -}}
{{- $faults = append $faults "recalc.keda.enabled: needs nats.url or recalc.nats.existingSecret" -}}
{{- end -}}
{{- end -}}
{{- if .Values.tls.enabled -}}
{{- $withTls := list "gateway" "read" "corrections" "recalc" -}}
{{- if include "crypto-tax.runsCtx" . -}}{{- $withTls = append $withTls "tools" -}}{{- end -}}
{{- range $name := $withTls -}}
{{- if not (include "crypto-tax.tlsSecret" (dict "root" $ "name" $name)) -}}
{{- $faults = append $faults (printf "%s.tls.existingSecret: is required with tls.enabled, unless tls.existingSecret is set" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (include "crypto-tax.isReachedFromOutside" .) (not .Values.gateway.trustedProxies) -}}
{{- $faults = append $faults "gateway.trustedProxies: is required with ingress.enabled, httpRoute.enabled, or a gateway.service.type other than ClusterIP; use [none] if the gateway sees the real client addresses" -}}
{{- end -}}
{{- with .Values.gateway.service -}}
{{- range $field := list "externalTrafficPolicy" "nodePort" -}}
{{- if and (get $values.gateway.service $field) (eq $values.gateway.service.type "ClusterIP") -}}
{{- $faults = append $faults (printf "gateway.service.%s: needs gateway.service.type LoadBalancer or NodePort" $field) -}}
{{- end -}}
{{- end -}}
{{- range $field := list "loadBalancerClass" "loadBalancerSourceRanges" -}}
{{- if and (get $values.gateway.service $field) (ne $values.gateway.service.type "LoadBalancer") -}}
{{- $faults = append $faults (printf "gateway.service.%s: needs gateway.service.type LoadBalancer" $field) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .ipFamilyPolicy "SingleStack") (gt (len .ipFamilies) 1) -}}
{{- $faults = append $faults "gateway.service.ipFamilies: has two families, which gateway.service.ipFamilyPolicy SingleStack does not allow" -}}
{{- end -}}
{{- end -}}
{{- if .Values.httpRoute.enabled -}}
{{- $_ := set $required "httpRoute.parentRefs" .Values.httpRoute.parentRefs -}}
{{- end -}}
{{- if .Values.httpRoute.backendTls.enabled -}}
{{- if not .Values.httpRoute.enabled -}}
{{- $faults = append $faults "httpRoute.backendTls.enabled: needs httpRoute.enabled" -}}
{{- end -}}
{{- $_ := set $required "tls.http.existingSecret" .Values.tls.http.existingSecret -}}
{{- end -}}
{{- $alerts := "" -}}
{{- range $path, $content := .Files.Glob "rules/*.yaml" -}}
{{- $alerts = printf "%s\n%s" $alerts (toString $content) -}}
{{- end -}}
{{- range $name := concat .Values.prometheusRule.disabled (keys .Values.prometheusRule.overrides | sortAlpha) -}}
{{- if not (contains (printf "alert: %s\n" $name) $alerts) -}}
{{- $faults = append $faults (printf "prometheusRule: there is no alert %s" $name) -}}
{{- end -}}
{{- end -}}
{{- if .Values.operators.from -}}
{{- $_ := set $required "operatorKey.publicKeys" .Values.operatorKey.publicKeys -}}
{{- if .Values.tls.enabled -}}
{{- $_ := set $required "operators.tlsNames" .Values.operators.tlsNames -}}
{{- end -}}
{{- end -}}
{{- if and .Values.secretFiles.csiDriver (not .Values.secretFiles.enabled) -}}
{{- $faults = append $faults "secretFiles.csiDriver: needs secretFiles.enabled" -}}
{{- end -}}
{{- if .Values.networkPolicy.enabled -}}
{{- $_ := set $required "networkPolicy.database.to" .Values.networkPolicy.database.to -}}
{{- $_ := set $required "networkPolicy.dns.to" .Values.networkPolicy.dns.to -}}
{{- if include "crypto-tax.hasNats" . -}}
{{- $_ := set $required "networkPolicy.nats.to" .Values.networkPolicy.nats.to -}}
{{- end -}}
{{- if .Values.tracing.endpoint -}}
{{- $_ := set $required "networkPolicy.tracing.to" .Values.networkPolicy.tracing.to -}}
{{- end -}}
{{- if include "crypto-tax.isReachedFromOutside" . -}}
{{- $_ := set $required "networkPolicy.http.from" .Values.networkPolicy.http.from -}}
{{- end -}}
{{- if or .Values.serviceMonitor.enabled .Values.podMonitor.enabled -}}
{{- $_ := set $required "networkPolicy.metrics.from" .Values.networkPolicy.metrics.from -}}
{{- end -}}
{{- if or (include "crypto-tax.needsHttps" .) .Values.webhooks.enabled -}}
{{- $_ := set $required "networkPolicy.https.to" .Values.networkPolicy.https.to -}}
{{- end -}}
{{- if .Values.priceFiles.addresses -}}
{{- $_ := set $required "networkPolicy.prices.to" .Values.networkPolicy.prices.to -}}
{{- end -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled .Values.podMonitor.enabled -}}
{{- $faults = append $faults "podMonitor.enabled: cannot be combined with serviceMonitor.enabled, which reads the same metrics" -}}
{{- end -}}
{{- if .Values.prometheusRule.enabled -}}
{{- $_ := set $required "prometheusRule.runbookBaseUrl" .Values.prometheusRule.runbookBaseUrl -}}
{{- end -}}
{{- if and .Values.privateCa.existingConfigMap .Values.privateCa.existingSecret -}}
{{- $faults = append $faults "privateCa.existingSecret: cannot be combined with privateCa.existingConfigMap" -}}
{{- end -}}
{{- if and (not .Values.serviceAccount.create) (not .Values.serviceAccount.name) -}}
{{- $faults = append $faults "serviceAccount.name: is required with serviceAccount.create=false" -}}
{{- end -}}
{{- with .Values.listen -}}
{{- if ne 3 (list (int64 .httpPort) (int64 .grpcPort) (int64 .healthPort) | uniq | len) -}}
{{- $faults = append $faults "listen: httpPort, grpcPort and healthPort must differ" -}}
{{- end -}}
{{- end -}}
{{- $recalcLimit := include "crypto-tax.memoryLimitMebibytes" .Values.recalc -}}
{{- $recalcNeeds := add 512 (int64 .Values.recalc.largeRuns.memoryMbMax) -}}
{{- if and $recalcLimit (lt (int64 $recalcLimit) (int64 $recalcNeeds)) -}}
{{- $faults = append $faults (printf "recalc.resources.limits.memory: must be at least %dMi, 512Mi more than recalc.largeRuns.memoryMbMax" $recalcNeeds) -}}
{{- end -}}
{{- range $key := keys $required | sortAlpha -}}
{{- if not (get $required $key) -}}
{{- $faults = append $faults (printf "%s: is required" $key) -}}
{{- end -}}
{{- end -}}
{{- if $faults -}}
{{- printf "\n\ninvalid values:\n  %s\n" (join "\n  " ($faults | sortAlpha)) | fail -}}
{{- end -}}
{{- end }}

{{/*
Says that the hook would wait for a secret that does not exist, or for a key that it does not have. Empty where the cluster cannot be read:
`helm template` finds no object, and every namespace has the account `default`.
*/}}
{{- define "crypto-tax.missingHookSecret" -}}
{{- $secret := .Values.migrations.database -}}
{{- if and (eq .Values.migrations.mode "hook") (not .Values.secretFiles.csiDriver) $secret.existingSecret (lookup "v1" "ServiceAccount" .Release.Namespace "default") -}}
{{- $found := lookup "v1" "Secret" .Release.Namespace $secret.existingSecret -}}
{{- if not $found -}}
{{- printf "migrations.database.existingSecret: namespace %s has no secret %s" .Release.Namespace $secret.existingSecret -}}
{{- else if not (hasKey ($found.data | default dict) $secret.key) -}}
{{- printf "migrations.database.key: secret %s has no key %s" $secret.existingSecret $secret.key -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Whether the chart itself lets clients outside the cluster reach the gateway. */}}
{{- define "crypto-tax.isReachedFromOutside" -}}
{{- if or .Values.ingress.enabled .Values.httpRoute.enabled (ne .Values.gateway.service.type "ClusterIP") -}}yes{{- end -}}
{{- end }}

{{/* Whether any service has a NATS address. */}}
{{- define "crypto-tax.hasNats" -}}
{{- if or .Values.nats.url .Values.corrections.nats.existingSecret .Values.recalc.nats.existingSecret -}}yes{{- end -}}
{{- end }}

{{/* Whether the gateway makes HTTPS requests to the internet. */}}
{{- define "crypto-tax.needsHttps" -}}
{{- if or .Values.gateway.signIn.issuer .Values.gateway.clientMetadataHosts -}}yes{{- end -}}
{{- end }}

{{/* A rule with peers and a port: (dict "direction" "to" "peers" list "port" 5432) */}}
{{- define "crypto-tax.way" -}}
- {{ .direction }}:
    {{- toYaml .peers | nindent 4 }}
  ports:
    - protocol: TCP
      port: {{ int64 .port }}
{{- end }}

{{/* A rule for pods of this release: (dict "root" $ "direction" "from" "names" (list "gateway") "port" 9090) */}}
{{- define "crypto-tax.wayBetween" -}}
- {{ .direction }}:
    {{- range .names }}
    - podSelector:
        matchLabels:
          {{- include "crypto-tax.componentSelector" (dict "root" $.root "name" .) | nindent 10 }}
    {{- end }}
  ports:
    - protocol: TCP
      port: {{ int64 .port }}
{{- end }}

{{- define "crypto-tax.wayToNames" -}}
{{- with .Values.networkPolicy.dns }}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    - protocol: UDP
      port: {{ int64 .port }}
    - protocol: TCP
      port: {{ int64 .port }}
{{- end }}
{{- end }}

{{/* The network policy of one component; "in" and "out" are rules as text. (dict "root" $ "name" "read" "in" "" "out" "") */}}
{{- define "crypto-tax.networkPolicy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "crypto-tax.metadata" . | nindent 2 }}
  {{- if .isHook }}
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: '-10'
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "crypto-tax.componentSelector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- with .in | trim }}
  ingress:
    {{- regexReplaceAll "\n\\s*\n" . "\n" | nindent 4 }}
  {{- end }}
  {{- with .out | trim }}
  egress:
    {{- regexReplaceAll "\n\\s*\n" . "\n" | nindent 4 }}
  {{- end }}
{{- end }}

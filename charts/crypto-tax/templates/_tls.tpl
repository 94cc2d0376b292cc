{{/* Name of the gRPC service of a component. Its certificate must have this DNS name. (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.grpcName" -}}
{{- printf "%s-%s" (include "crypto-tax.fullname" .root) (ternary "gateway-grpc" .name (eq .name "gateway")) -}}
{{- end }}

{{/* Secret with the certificate of a component; empty for a component without TLS. (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.tlsSecret" -}}
{{- if and .root.Values.tls.enabled (ne .name "migrations") -}}
{{- default .root.Values.tls.existingSecret (get .root.Values .name).tls.existingSecret -}}
{{- end -}}
{{- end }}

{{/* The protocol of the gateway's public port. */}}
{{- define "crypto-tax.httpScheme" -}}
{{- if .Values.tls.http.existingSecret -}}https{{- else -}}http{{- end -}}
{{- end }}

{{/* Secret with the certificate of the gateway's public port; empty for other components and without HTTPS. (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.httpTlsSecret" -}}
{{- if eq .name "gateway" -}}{{ .root.Values.tls.http.existingSecret }}{{- end -}}
{{- end }}

{{/* Environment variables with the paths of a component's certificate. (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.tlsFiles" -}}
{{- if .root.Values.tls.enabled }}
- name: TLS_CA_FILE
  value: /etc/crypto-tax/tls/ca.crt
- name: TLS_CERT_FILE
  value: /etc/crypto-tax/tls/tls.crt
- name: TLS_KEY_FILE
  value: /etc/crypto-tax/tls/tls.key
{{- end }}
{{- end }}

{{/* The same for a service, plus the certificate names that may call it: the components that networkpolicy.yaml allows. */}}
{{- define "crypto-tax.tlsVariables" -}}
{{- include "crypto-tax.tlsFiles" . }}
{{- if .root.Values.tls.enabled }}
{{- $callers := list }}
{{- range get (dict "gateway" (list "tools") "read" (list "gateway") "corrections" (list "gateway" "tools") "recalc" (list "corrections" "tools")) .name }}
{{- $callers = append $callers (include "crypto-tax.grpcName" (dict "root" $.root "name" .)) }}
{{- end }}
{{- if ne .name "read" }}
{{- $callers = concat $callers .root.Values.operators.tlsNames }}
{{- end }}
- name: TLS_CALLERS
  value: {{ join "," $callers | quote }}
{{- end }}
{{- end }}

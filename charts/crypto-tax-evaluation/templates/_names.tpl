{{/* Name of the secret. The values of the chart `crypto-tax` name it, so it does not depend on the release. */}}
{{- define "crypto-tax-evaluation.secret" -}}crypto-tax-evaluation{{- end }}

{{/* Name of a component: (dict "root" $ "component" "postgres") */}}
{{- define "crypto-tax-evaluation.name" -}}
{{- printf "%s-%s" (include "crypto-tax.fullname" (index .root.Subcharts "crypto-tax")) .component -}}
{{- end }}

{{/* Selector labels of a component. They must not change during the life of a release. */}}
{{- define "crypto-tax-evaluation.selectorLabels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "crypto-tax-evaluation.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "crypto-tax-evaluation.selectorLabels" . }}
app.kubernetes.io/part-of: crypto-tax
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "crypto-tax-evaluation.metadata" -}}
name: {{ include "crypto-tax-evaluation.name" . }}
labels:
  {{- include "crypto-tax-evaluation.labels" . | nindent 2 }}
{{- end }}

{{/* Fields that the pods of PostgreSQL and NATS have in common: (dict "root" $ "component" "nats" "own" .Values.nats) */}}
{{- define "crypto-tax-evaluation.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- with .own.userId }}
  runAsUser: {{ int64 . }}
  runAsGroup: {{ int64 . }}
  fsGroup: {{ int64 . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- with (index .root.Subcharts "crypto-tax").Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{/* An environment variable from the secret, in which it has the same name. */}}
{{- define "crypto-tax-evaluation.secretVariable" -}}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ include "crypto-tax-evaluation.secret" . }}
      key: {{ . }}
{{- end }}

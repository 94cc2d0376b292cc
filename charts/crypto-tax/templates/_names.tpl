{{- define "crypto-tax.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 43 | trimSuffix "-" -}}
{{- end }}

{{/* Prefix of all names. Suffixes are at most 20 characters long. */}}
{{- define "crypto-tax.fullname" -}}
{{- $name := include "crypto-tax.name" . -}}
{{- $default := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- default $default .Values.fullnameOverride | trunc 43 | trimSuffix "-" -}}
{{- end }}

{{/* Selector labels. They must not change during the life of a release. */}}
{{- define "crypto-tax.selectorLabels" -}}
app.kubernetes.io/name: {{ include "crypto-tax.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "crypto-tax.labels" -}}
{{- $own := include "crypto-tax.ownLabels" . | fromYaml -}}
{{- toYaml (merge $own .Values.commonLabels) -}}
{{- end }}

{{- define "crypto-tax.ownLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "crypto-tax.selectorLabels" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/part-of: {{ .Chart.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Whether a pod of the release runs `ctx`, with the operator's key. */}}
{{- define "crypto-tax.runsCtx" -}}
{{- if or .Values.tools.enabled .Values.tests.enabled .Values.rates.enabled .Values.priceFiles.addresses -}}yes{{- end -}}
{{- end }}

{{- define "crypto-tax.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "crypto-tax.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{/* The image of a target: (dict "root" $ "target" "read" "digest" "") */}}
{{- define "crypto-tax.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s/%s" $image.repository .target -}}
{{- if .digest -}}
{{- printf "%s@%s" $name .digest -}}
{{- else -}}
{{- printf "%s:%s" $name ($image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end }}

{{/* Host of the public address, without a port. */}}
{{- define "crypto-tax.host" -}}
{{- (urlParse .Values.gateway.baseUrl).hostname -}}
{{- end }}

{{/* The labels of an object, with additional ones. The chart's own labels take precedence. (dict "root" $ "more" dict) */}}
{{- define "crypto-tax.labelsWith" -}}
{{- toYaml (merge (include "crypto-tax.ownLabels" .root | fromYaml) (.more | default dict) .root.Values.commonLabels) -}}
{{- end }}

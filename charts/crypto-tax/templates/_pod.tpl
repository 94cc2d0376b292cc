{{/* Security context for the pod security standard `restricted`. */}}
{{- define "crypto-tax.podSecurityContext" -}}
runAsNonRoot: true
{{- with .Values.podSecurity.runAsUser }}
runAsUser: {{ int64 . }}
{{- end }}
{{- /* 0 is a valid group: OpenShift images use it. */}}
{{- if not (kindIs "invalid" .Values.podSecurity.runAsGroup) }}
runAsGroup: {{ int64 .Values.podSecurity.runAsGroup }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "crypto-tax.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Labels and annotations of a pod: (dict "root" $ "name" "read" "own" .Values.read) */}}
{{- define "crypto-tax.podMetadata" -}}
labels:
  {{- $more := merge (dict "app.kubernetes.io/component" .name) .own.podLabels }}
  {{- include "crypto-tax.labelsWith" (dict "root" .root "more" $more) | nindent 2 }}
{{- with .own.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Fields that all pods have in common. */}}
{{- define "crypto-tax.podSpec" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "crypto-tax.podSecurityContext" .root | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- with .own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .own.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.dnsPolicy }}
dnsPolicy: {{ . }}
{{- end }}
{{- with .own.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.runtimeClassName }}
runtimeClassName: {{ . | quote }}
{{- end }}
{{- $privateCa := and (include "crypto-tax.hasPrivateCa" .root) (or .https (ne .name "tools")) }}
{{- $tlsSecret := include "crypto-tax.tlsSecret" . }}
{{- $httpTlsSecret := include "crypto-tax.httpTlsSecret" . }}
{{- $secretVolumes := include "crypto-tax.secretVolumes" . | trim }}
{{- if or $privateCa $tlsSecret $httpTlsSecret $secretVolumes .own.extraVolumes .own.imports }}
volumes:
  {{- if $privateCa }}
  {{- with .root.Values.privateCa }}
  - name: private-ca
    {{- if .existingSecret }}
    secret:
      secretName: {{ .existingSecret | quote }}
    {{- else }}
    configMap:
      name: {{ .existingConfigMap | quote }}
    {{- end }}
      items:
        - key: {{ .key | quote }}
          path: ca.crt
  {{- end }}
  {{- end }}
  {{- with $tlsSecret }}
  - name: tls
    secret:
      secretName: {{ . | quote }}
      items:
        - key: ca.crt
          path: ca.crt
        - key: tls.crt
          path: tls.crt
        - key: tls.key
          path: tls.key
  {{- end }}
  {{- with $httpTlsSecret }}
  - name: http-tls
    secret:
      secretName: {{ . | quote }}
      items:
        - key: tls.crt
          path: tls.crt
        - key: tls.key
          path: tls.key
  {{- end }}
  {{- with $secretVolumes }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with .own.imports }}
  {{- /* Files that are being imported. The limit evicts a pod that exceeds it, so the service stops before. */}}
  - name: tmp
    emptyDir:
      sizeLimit: {{ add (int64 .spoolMbMax) 64 }}Mi
  {{- end }}
  {{- with .own.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Fields that all containers have in common. */}}
{{- define "crypto-tax.container" -}}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "crypto-tax.containerSecurityContext" .root | nindent 2 }}
{{- with .own.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- $privateCa := and (include "crypto-tax.hasPrivateCa" .root) (or .https (ne .name "tools")) }}
{{- $tlsSecret := include "crypto-tax.tlsSecret" . }}
{{- $httpTlsSecret := include "crypto-tax.httpTlsSecret" . }}
{{- $secretMounts := include "crypto-tax.secretMounts" . | trim }}
{{- if or $privateCa $tlsSecret $httpTlsSecret $secretMounts .own.extraVolumeMounts .own.imports }}
volumeMounts:
  {{- if $privateCa }}
  - name: private-ca
    mountPath: /etc/crypto-tax/private-ca
    readOnly: true
  {{- end }}
  {{- if $tlsSecret }}
  {{- /* Mounts the whole folder: a single file would not be updated when the secret changes. */}}
  - name: tls
    mountPath: /etc/crypto-tax/tls
    readOnly: true
  {{- end }}
  {{- if $httpTlsSecret }}
  - name: http-tls
    mountPath: /etc/crypto-tax/http-tls
    readOnly: true
  {{- end }}
  {{- with $secretMounts }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- if .own.imports }}
  - name: tmp
    mountPath: /tmp
  {{- end }}
  {{- with .own.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "crypto-tax.topologySpread" -}}
{{- $root := .root -}}
{{- $name := .name -}}
{{- $keys := dict "zone" "topology.kubernetes.io/zone" "node" "kubernetes.io/hostname" -}}
{{- range $over := list "zone" "node" }}
{{- $action := get $root.Values.topologySpread $over }}
{{- if ne $action "Off" }}
- maxSkew: 1
  topologyKey: {{ get $keys $over }}
  whenUnsatisfiable: {{ $action }}
  labelSelector:
    matchLabels:
      {{- include "crypto-tax.selectorLabels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $name }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}
{{- end }}

{{- define "crypto-tax.secretFolder" -}}/etc/crypto-tax/secrets/{{- end }}

{{/* Environment variables of a component, as text: (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.environmentOf" -}}
{{- if eq .name "tools" -}}{{ include "crypto-tax.operatorEnvironment" . }}
{{- else if eq .name "migrations" -}}{{ include "crypto-tax.migrationsEnvironment" .root }}
{{- else -}}{{ include (printf "crypto-tax.environment.%s" .name) .root }}
{{- end -}}
{{- end }}

{{/* The secrets whose files a component reads, as a map from each to a list of its keys: (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.fileSecrets" -}}
{{- $secrets := dict -}}
{{- if .root.Values.secretFiles.enabled -}}
{{- $folder := include "crypto-tax.secretFolder" . -}}
{{- range include "crypto-tax.environmentOf" . | fromYamlArray -}}
{{- $path := .value | default "" | toString -}}
{{- if hasPrefix $folder $path -}}
{{- $parts := trimPrefix $folder $path | splitList "/" -}}
{{- $_ := set $secrets (first $parts) (append (get $secrets (first $parts) | default list) (last $parts) | uniq) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end }}

{{/* Their volumes. Each mounts a whole folder, which Kubernetes updates when the secret changes. */}}
{{- define "crypto-tax.secretVolumes" -}}
{{- $driver := .root.Values.secretFiles.csiDriver -}}
{{- $secrets := include "crypto-tax.fileSecrets" . | fromYaml -}}
{{- range $index, $name := keys $secrets | sortAlpha }}
- name: secret-files-{{ $index }}
  {{- if $driver }}
  csi:
    driver: {{ $driver | quote }}
    readOnly: true
    volumeAttributes:
      secretProviderClass: {{ $name | quote }}
  {{- else }}
  secret:
    secretName: {{ $name | quote }}
    items:
      {{- range get $secrets $name }}
      - key: {{ . | quote }}
        path: {{ . | quote }}
      {{- end }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "crypto-tax.secretMounts" -}}
{{- $folder := include "crypto-tax.secretFolder" . -}}
{{- range $index, $name := include "crypto-tax.fileSecrets" . | fromYaml | keys | sortAlpha }}
- name: secret-files-{{ $index }}
  mountPath: {{ printf "%s%s" $folder $name | quote }}
  readOnly: true
{{- end }}
{{- end }}

{{/* A quantity of memory in MiB, rounded down; empty if there is none. */}}
{{- define "crypto-tax.mebibytes" -}}
{{- $text := toString . -}}
{{- if and . (regexMatch "^[0-9]+(\\.[0-9]+)?([KMGT]i|[kMGT])?$" $text) -}}
{{- $number := float64 (regexFind "^[0-9.]+" $text) -}}
{{- $unit := regexReplaceAll "^[0-9.]+" $text "" -}}
{{- $bytes := get (dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776) $unit -}}
{{- divf (mulf $number $bytes) 1048576 | floor | int64 -}}
{{- end -}}
{{- end }}

{{/* The memory limit of a component in MiB; empty if there is none. */}}
{{- define "crypto-tax.memoryLimitMebibytes" -}}
{{- $limits := (.resources | default dict).limits | default dict -}}
{{- include "crypto-tax.mebibytes" (get $limits "memory" | default "") -}}
{{- end }}

{{/*
The values that values.schema.json does not describe, one line each, with the nearest one that it does. A schema can only reject them, so
it allows them and this check rejects them. "known" is a part of known-values.json. (dict "values" .Values "known" dict "path" "")
*/}}
{{- define "crypto-tax.unknownValues" -}}
{{- range $key, $value := .values -}}
{{- $known := get $.known $key -}}
{{- if not (hasKey $.known $key) }}
{{ $.path }}{{ $key }}: unknown value; {{ include "crypto-tax.nearest" (dict "key" $key "known" $.known "path" $.path) }}
{{- else if and (kindIs "map" $known) (kindIs "map" $value) -}}
{{- include "crypto-tax.unknownValues" (dict "values" $value "known" $known "path" (printf "%s%s." $.path $key)) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Names the known value with the smallest edit distance; without a similar one, all values of that section. */}}
{{- define "crypto-tax.nearest" -}}
{{- $names := keys .known | sortAlpha -}}
{{- $best := dict "distance" 1000 "name" "" -}}
{{- range $name := $names -}}
{{- $distance := include "crypto-tax.editDistance" (dict "from" (lower $.key) "to" (lower $name)) | int -}}
{{- if lt $distance (int $best.distance) -}}
{{- $_ := set $best "distance" $distance -}}
{{- $_ := set $best "name" $name -}}
{{- end -}}
{{- end -}}
{{- if le (mul 2 (int $best.distance)) (len .key) -}}
did you mean {{ .path }}{{ $best.name }}?
{{- else -}}
{{ trimSuffix "." .path | default "the chart" }} has {{ join ", " $names }}
{{- end -}}
{{- end }}

{{/* Number of characters to insert, delete or replace (Levenshtein). Texts over 40 characters are cut. (dict "from" "a" "to" "b") */}}
{{- define "crypto-tax.editDistance" -}}
{{- $to := splitList "" (trunc 40 .to) -}}
{{- $state := dict "row" (until (add1 (len $to) | int)) -}}
{{- range $index, $left := splitList "" (trunc 40 .from) -}}
{{- $row := list (add1 $index | int) -}}
{{- range $column, $right := $to -}}
{{- $replaced := add (index $state.row $column) (ternary 0 1 (eq $left $right)) -}}
{{- $deleted := add1 (index $state.row (add1 $column | int)) -}}
{{- $inserted := add1 (last $row) -}}
{{- $row = append $row (min $replaced $deleted $inserted | int) -}}
{{- end -}}
{{- $_ := set $state "row" $row -}}
{{- end -}}
{{- last $state.row -}}
{{- end }}

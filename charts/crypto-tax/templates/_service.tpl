{{/* The autoscaler of a service: "hpa", "keda" or "none". (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.scaledBy" -}}
{{- $own := get .root.Values .name -}}
{{- if ($own.keda | default dict).enabled -}}keda
{{- else if $own.autoscaling.enabled -}}hpa
{{- else -}}none
{{- end -}}
{{- end }}

{{/* Minimum number of pods of a service. */}}
{{- define "crypto-tax.replicasMin" -}}
{{- $own := get .root.Values .name -}}
{{- $scaledBy := include "crypto-tax.scaledBy" . -}}
{{- if eq $scaledBy "keda" -}}{{ int64 $own.keda.minReplicas }}
{{- else if eq $scaledBy "hpa" -}}{{ int64 $own.autoscaling.minReplicas }}
{{- else -}}{{ int64 $own.replicas }}
{{- end -}}
{{- end }}

{{/*
The number of pods in the manifest. With an autoscaler it is the number that runs: without one, turning the autoscaler on would take a
service to a single pod until the autoscaler looks. It is left out where the cluster cannot be read, as by `helm template`.
*/}}
{{- define "crypto-tax.replicas" -}}
{{- $own := get .root.Values .name -}}
{{- if eq (include "crypto-tax.scaledBy" .) "none" -}}{{ int64 $own.replicas }}
{{- else -}}
{{- $name := printf "%s-%s" (include "crypto-tax.fullname" .root) .name -}}
{{- with (lookup "apps/v1" "Deployment" .root.Release.Namespace $name) -}}{{ int64 (.spec.replicas | default 1) }}{{- end -}}
{{- end -}}
{{- end }}

{{/* All objects of one of the four services: (dict "root" $ "name" "read") */}}
{{- define "crypto-tax.service" -}}
{{ include "crypto-tax.deployment" . }}
---
{{ include "crypto-tax.headlessService" . }}
{{ include "crypto-tax.autoscaler" . }}
{{ include "crypto-tax.disruptionBudget" . }}
{{- end }}

{{- define "crypto-tax.metadata" -}}
name: {{ include "crypto-tax.fullname" .root }}-{{ .name }}
labels:
  {{- include "crypto-tax.labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "crypto-tax.componentSelector" -}}
{{ include "crypto-tax.selectorLabels" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "crypto-tax.deployment" -}}
{{- $own := get .root.Values .name -}}
{{- $listen := .root.Values.listen -}}
{{- $part := dict "root" .root "name" .name "own" $own -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "crypto-tax.metadata" . | nindent 2 }}
  {{- with $own.deploymentAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  revisionHistoryLimit: {{ int64 $own.revisionHistoryLimit }}
  {{- with include "crypto-tax.replicas" . }}
  replicas: {{ . }}
  {{- end }}
  {{- with $own.strategy }}
  {{- /* Drops the default rollingUpdate when only the type is overridden: Kubernetes rejects it with Recreate. */}}
  strategy:
    {{- toYaml (ternary (omit . "rollingUpdate") . (eq (toString .type) "Recreate")) | nindent 4 }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "crypto-tax.componentSelector" . | nindent 6 }}
  template:
    metadata:
      {{- include "crypto-tax.podMetadata" $part | nindent 6 }}
    spec:
      serviceAccountName: {{ include "crypto-tax.serviceAccountName" .root | quote }}
      {{- include "crypto-tax.podSpec" $part | nindent 6 }}
      {{- if $own.topologySpreadConstraints }}
      topologySpreadConstraints:
        {{- toYaml $own.topologySpreadConstraints | nindent 8 }}
      {{- else }}
      {{- with include "crypto-tax.topologySpread" . | trim }}
      topologySpreadConstraints:
        {{- . | nindent 8 }}
      {{- end }}
      {{- end }}
      {{- with $own.initContainers }}
      initContainers:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      terminationGracePeriodSeconds: {{ int64 $own.terminationGracePeriodSeconds }}
      containers:
        - name: {{ .name }}
          image: {{ include "crypto-tax.image" (dict "root" .root "target" .name "digest" $own.image.digest) | quote }}
          {{- /* Runs node directly, so that it receives SIGTERM, with a preloaded handler for the start-up. No heap limit for recalc: it
          would override that of a large run. */}}
          command:
            - node
            {{- $limit := include "crypto-tax.memoryLimitMebibytes" $own }}
            {{- if ne .name "recalc" }}
            {{- if $limit }}
            - --max-old-space-size={{ div (mul (int64 $limit) 3) 4 }}
            {{- end }}
            - --env-file=./services/common/platform/v8.env
            {{- end }}
            - --import=./services/common/platform/starting.ts
            - services/{{ .name }}/src/main.ts
          env:
            {{- regexReplaceAll "\n\\s*\n" (include (printf "crypto-tax.environment.%s" .name) .root) "\n" | trim | nindent 12 }}
            {{- with $own.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- with $own.extraEnvFrom }}
          envFrom:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with $own.lifecycle }}
          lifecycle:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          ports:
            {{- if eq .name "gateway" }}
            - name: http
              containerPort: {{ int64 $listen.httpPort }}
            {{- end }}
            - name: grpc
              containerPort: {{ int64 $listen.grpcPort }}
            - name: health
              containerPort: {{ int64 $listen.healthPort }}
          {{- /* /healthz checks only the process, /readyz also the database and its schema. */}}
          {{- /* Five minutes: on an overloaded node a gateway took more than one minute to start, and a restart would only delay it. */}}
          {{- $healthz := dict "path" "/healthz" "port" (int64 $listen.healthPort) }}
          {{- $readyz := dict "path" "/readyz" "port" (int64 $listen.healthPort) }}
          startupProbe:
            {{- $probe := dict "httpGet" $healthz "periodSeconds" 1 "timeoutSeconds" 2 "failureThreshold" 300 }}
            {{- mergeOverwrite $probe (deepCopy $own.startupProbe) | toYaml | nindent 12 }}
          livenessProbe:
            {{- $probe = dict "httpGet" $healthz "periodSeconds" 10 "timeoutSeconds" 5 "failureThreshold" 6 }}
            {{- mergeOverwrite $probe (deepCopy $own.livenessProbe) | toYaml | nindent 12 }}
          readinessProbe:
            {{- $probe = dict "httpGet" $readyz "periodSeconds" 3 "timeoutSeconds" 3 "failureThreshold" 2 }}
            {{- mergeOverwrite $probe (deepCopy $own.readinessProbe) | toYaml | nindent 12 }}
          {{- include "crypto-tax.container" $part | nindent 10 }}
        {{- with $own.extraContainers }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}

{{/* A headless service: gRPC clients see every pod and balance over them. */}}
{{- define "crypto-tax.headlessService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "crypto-tax.grpcName" . }}
  labels:
    {{- include "crypto-tax.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
spec:
  clusterIP: None
  selector:
    {{- include "crypto-tax.componentSelector" . | nindent 4 }}
  ports:
    - name: grpc
      port: {{ int64 .root.Values.listen.grpcPort }}
      targetPort: grpc
      appProtocol: {{ ternary "https" "kubernetes.io/h2c" .root.Values.tls.enabled }}
    - name: health
      port: {{ int64 .root.Values.listen.healthPort }}
      targetPort: health
      appProtocol: http
{{- end }}

{{- define "crypto-tax.autoscaler" -}}
{{- $own := get .root.Values .name -}}
{{- if eq (include "crypto-tax.scaledBy" .) "hpa" }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "crypto-tax.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "crypto-tax.fullname" .root }}-{{ .name }}
  minReplicas: {{ int64 $own.autoscaling.minReplicas }}
  maxReplicas: {{ int64 $own.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ int64 $own.autoscaling.targetCPUUtilizationPercentage }}
    {{- with $own.autoscaling.metrics }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $own.autoscaling.behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "crypto-tax.disruptionBudget" -}}
{{- $own := get .root.Values .name -}}
{{- if and $own.podDisruptionBudget.enabled (gt (int64 (include "crypto-tax.replicasMin" .)) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "crypto-tax.metadata" . | nindent 2 }}
spec:
  maxUnavailable: {{ $own.podDisruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "crypto-tax.componentSelector" . | nindent 6 }}
{{- end }}
{{- end }}

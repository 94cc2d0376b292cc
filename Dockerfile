# The images of the product: gateway, read, corrections, recalc, and tools (migrations and the operator's command line `ctx`).
# docs/images.md describes how they are built and what they contain. The base image is used for the build only.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The system files that node and its native modules need: no shell, no package manager, no npm. Scanners read the names and versions
# of the packages from status.d.
FROM ${NODE_IMAGE} AS system
WORKDIR /system
RUN set -e; \
    mkdir -p etc var/lib/dpkg/status.d; \
    for package in libc6 libgcc-s1 libstdc++6; do \
      cp --parents --no-dereference \
        $(dpkg-query --listfiles $package | grep --extended-regexp '\.so(\.[0-9]+)*$' | grep --invert-match /gconv/) .; \
      cp --parents --dereference /usr/share/doc/$package/copyright .; \
      dpkg-query --status $package > var/lib/dpkg/status.d/$package; \
    done; \
    cp --parents /usr/local/bin/node .; \
    if [ -f /usr/local/LICENSE ]; then cp --parents /usr/local/LICENSE .; fi; \
    cp --dereference /etc/os-release etc/; \
    echo 'crypto-tax:x:10001:10001::/app:/usr/sbin/nologin' > etc/passwd; \
    echo 'crypto-tax:x:10001:' > etc/group; \
    echo 'hosts: files dns' > etc/nsswitch.conf

# Production dependencies from the lock file, without install scripts and without files for compilers, debuggers and npm. A custom registry
# and its certificates are build secrets, which do not get into the image (docs/images.md).
FROM ${NODE_IMAGE} AS modules
ENV NPM_CONFIG_OMIT=dev NPM_CONFIG_IGNORE_SCRIPTS=true NPM_CONFIG_AUDIT=false NPM_CONFIG_FUND=false \
    NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY package.json package-lock.json ./
COPY proto/package.json proto/
RUN echo 'npm ci --workspace "$1" && rm package.json package-lock.json node_modules/.package-lock.json && \
      find . -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.[cm]ts" \) -delete' > /install

FROM modules AS modules-of-gateway
COPY services/common/contract/package.json services/common/contract/
COPY services/common/domain/package.json services/common/domain/
COPY services/common/platform/package.json services/common/platform/
COPY services/gateway/package.json services/gateway/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked sh /install services/gateway

FROM modules AS modules-of-read
COPY services/common/domain/package.json services/common/domain/
COPY services/common/platform/package.json services/common/platform/
COPY services/common/records/package.json services/common/records/
COPY services/read/package.json services/read/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked sh /install services/read

FROM modules AS modules-of-corrections
COPY services/common/contract/package.json services/common/contract/
COPY services/common/converters/package.json services/common/converters/
COPY services/common/domain/package.json services/common/domain/
COPY services/common/platform/package.json services/common/platform/
COPY services/common/records/package.json services/common/records/
COPY services/corrections/package.json services/corrections/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked sh /install services/corrections

FROM modules AS modules-of-recalc
COPY services/common/domain/package.json services/common/domain/
COPY services/common/platform/package.json services/common/platform/
COPY services/common/records/package.json services/common/records/
COPY services/recalc/package.json services/recalc/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked sh /install services/recalc

FROM modules AS modules-of-tools
COPY services/common/contract/package.json services/common/contract/
COPY services/common/converters/package.json services/common/converters/
COPY services/common/domain/package.json services/common/domain/
COPY services/common/platform/package.json services/common/platform/
COPY client/package.json client/
COPY deploy/package.json deploy/
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked sh /install deploy

# The sources that .dockerignore allows, readable for any umask of the checkout.
FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY . .
RUN chmod -R u=rwX,go=rX .

# The common part of the five images. Their user cannot write to anything under /app.
FROM scratch AS image
COPY --from=system /system /
ENV PATH=/usr/local/bin NODE_ENV=production
WORKDIR /app
COPY LICENSE ./
USER 10001:10001
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.version=${VERSION} \
      org.opencontainers.image.revision=${REVISION} \
      org.opencontainers.image.source=${SOURCE} \
      org.opencontainers.image.licenses=Apache-2.0
ENV BUILD_REVISION=${REVISION}

# Checks only the process, like the chart's liveness probe. For plain Docker; Kubernetes ignores it.
FROM image AS service
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=6 CMD ["node", "--eval", \
  "http.get(`http://${process.env.HEALTH_ADDRESS || '0.0.0.0:9091'}/healthz`, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]

FROM service AS gateway
LABEL org.opencontainers.image.title="crypto-tax gateway" \
      org.opencontainers.image.description="REST, MCP, sign-in and settings of the Belgian crypto tax data service"
COPY --from=modules-of-gateway /app ./
COPY --from=sources /app/proto proto
COPY --from=sources /app/services/common/contract services/common/contract
COPY --from=sources /app/services/common/domain services/common/domain
COPY --from=sources /app/services/common/platform services/common/platform
COPY --from=sources /app/services/gateway services/gateway
# A resource of the MCP server.
COPY --from=sources /app/docs/tax-assumptions.md docs/tax-assumptions.md
# Pages of the documentation.
COPY --from=sources /app/docs/guides docs/guides
COPY --from=sources /app/docs/tax-rules.md docs/tax-rules.md
COPY --from=sources /app/docs/rules docs/rules
COPY --from=sources /app/CHANGELOG.md ./
COPY --from=sources /app/verify/verify_dossier.py verify/
EXPOSE 8080 9090 9091
# The heap gets 75% of the container's memory. v8.env has the flags of garbage collection, starting.ts is preloaded.
ENTRYPOINT ["node", "--max-old-space-size-percentage=75", "--env-file=./services/common/platform/v8.env", "--import=./services/common/platform/starting.ts", "services/gateway/src/main.ts"]

FROM service AS read
LABEL org.opencontainers.image.title="crypto-tax read" \
      org.opencontainers.image.description="Read side of the Belgian crypto tax data service"
COPY --from=modules-of-read /app ./
COPY --from=sources /app/proto proto
COPY --from=sources /app/services/common/domain services/common/domain
COPY --from=sources /app/services/common/platform services/common/platform
COPY --from=sources /app/services/common/records services/common/records
COPY --from=sources /app/services/read services/read
EXPOSE 9090 9091
ENTRYPOINT ["node", "--max-old-space-size-percentage=75", "--env-file=./services/common/platform/v8.env", "--import=./services/common/platform/starting.ts", "services/read/src/main.ts"]

FROM service AS corrections
LABEL org.opencontainers.image.title="crypto-tax corrections" \
      org.opencontainers.image.description="Corrections, imports and years of the Belgian crypto tax data service"
COPY --from=modules-of-corrections /app ./
COPY --from=sources /app/proto proto
COPY --from=sources /app/services/common/contract services/common/contract
COPY --from=sources /app/services/common/converters services/common/converters
COPY --from=sources /app/services/common/domain services/common/domain
COPY --from=sources /app/services/common/platform services/common/platform
COPY --from=sources /app/services/common/records services/common/records
COPY --from=sources /app/services/corrections services/corrections
EXPOSE 9090 9091
ENTRYPOINT ["node", "--max-old-space-size-percentage=75", "--env-file=./services/common/platform/v8.env", "--import=./services/common/platform/starting.ts", "services/corrections/src/main.ts"]

# No heap size: it would override the limit of a large run's thread (LARGE_RUN_MEMORY_MB_MAX).
FROM service AS recalc
LABEL org.opencontainers.image.title="crypto-tax recalc" \
      org.opencontainers.image.description="Recalculation of the Belgian crypto tax data service"
COPY --from=modules-of-recalc /app ./
COPY --from=sources /app/proto proto
COPY --from=sources /app/services/common/domain services/common/domain
COPY --from=sources /app/services/common/platform services/common/platform
COPY --from=sources /app/services/common/records services/common/records
COPY --from=sources /app/services/recalc services/recalc
EXPOSE 9090 9091
ENTRYPOINT ["node", "--import=./services/common/platform/starting.ts", "services/recalc/src/main.ts"]

# Runs `ctx` by default. `node deploy/stack/migrate.ts` runs the migrations.
FROM image AS tools
LABEL org.opencontainers.image.title="crypto-tax tools" \
      org.opencontainers.image.description="Migrations and operator's command line of the Belgian crypto tax data service"
COPY --from=modules-of-tools /app ./
COPY --from=sources /app/client client
COPY --from=sources /app/proto proto
COPY --from=sources /app/services/common/contract services/common/contract
COPY --from=sources /app/services/common/converters services/common/converters
COPY --from=sources /app/services/common/domain services/common/domain
COPY --from=sources /app/services/common/platform services/common/platform
COPY --from=sources /app/deploy deploy
ENTRYPOINT ["node", "deploy/ctx/main.ts"]

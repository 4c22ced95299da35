#!/bin/sh
# Upgrades an own server: backs up, gets the new version, builds it and starts it. Its database is brought up to date at the start. Run it
# from anywhere; it stops at the first step that fails, and the running Acta stays until the new one is built.
set -eu
cd "$(dirname "$0")/../../.."
compose() {
  docker compose -f workers/local/server/compose.yaml "$@"
}
compose exec -T acta node workers/local/backup.mjs /backups
git pull --ff-only
compose build --pull
compose up -d --wait

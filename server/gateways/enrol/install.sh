#!/bin/sh
# Connects this host: fetches the agent, enrols it with the one-time token, starts it.
# Written for any POSIX shell; made by the server with its address and the pin of its key inside.
set -eu

HOST='@HOST@'
ENROL_PORT='@ENROL_PORT@'
PORT='@PORT@'
PIN='@PIN@'

case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in zh*) ZH=1 ;; *) ZH=0 ;; esac
tell() { if [ "$ZH" = 1 ]; then printf '%s\n' "$1"; else printf '%s\n' "$2"; fi; }
fail() { tell "$1" "$2" >&2; exit 1; }

TOKEN='' DIR='' NODE='' FOREGROUND=0
while [ $# -gt 0 ]; do
  case "$1" in
    --token) TOKEN="${2:-}"; shift ;;
    --dir) DIR="${2:-}"; shift ;;
    --node) NODE="${2:-}"; shift ;;
    --foreground) FOREGROUND=1 ;;
    *) fail "不认识的选项：$1" "Unknown option: $1" ;;
  esac
  [ $# -gt 0 ] && shift
done
[ -n "$TOKEN" ] || fail '缺少 --token' 'The option --token is missing'
[ "$(uname -s)" = Linux ] || fail '只支持 Linux 主机' 'Only Linux hosts can be connected'

is_root() { [ "$(id -u)" = 0 ]; }
if [ -z "$DIR" ]; then
  if is_root; then DIR=/var/lib/belvedere-agent; else DIR="${HOME:?}/.belvedere-agent"; fi
fi

good_node() { "$1" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)' >/dev/null 2>&1; }
find_node() {
  for one in node nodejs /usr/local/bin/node /opt/node/bin/node "${HOME:-}"/.nvm/versions/node/*/bin/node; do
    path=$(command -v "$one" 2>/dev/null) || continue
    if good_node "$path"; then printf '%s' "$path"; return 0; fi
  done
  return 1
}
if [ -n "$NODE" ]; then
  good_node "$NODE" || fail "$NODE 不是 Node.js 18 或更高版本" "$NODE is not Node.js 18 or later"
else
  NODE=$(find_node) || fail '需要 Node.js 18 或更高版本：请先安装，或用 --node 指定路径' \
    'Node.js 18 or later is needed: install it first, or name it with --node'
fi

umask 077
mkdir -p "$DIR" || fail "无法创建目录 $DIR" "Cannot make the folder $DIR"
tell "下载代理程序到 $DIR" "Fetching the agent into $DIR"
URL_HOST=$HOST
case "$HOST" in *:*) URL_HOST="[$HOST]" ;; esac
curl -fsSk --pinnedpubkey "sha256//$PIN" -o "$DIR/agent.mjs.new" "https://$URL_HOST:$ENROL_PORT/agent.mjs" ||
  fail '下载失败' 'The download failed'
mv "$DIR/agent.mjs.new" "$DIR/agent.mjs"

# the token is for this server: a host that was enrolled before, here or elsewhere, is enrolled again
"$NODE" "$DIR/agent.mjs" enrol --force --server "$HOST" --enrol-port "$ENROL_PORT" --port "$PORT" --pin "$PIN" --token="$TOKEN" --dir "$DIR" </dev/null

if [ "$FOREGROUND" = 0 ] && is_root && [ -d /run/systemd/system ]; then
  exec "$NODE" "$DIR/agent.mjs" install --dir "$DIR" </dev/null
fi
tell "在前台运行，按 Ctrl+C 停止；以后运行：$NODE $DIR/agent.mjs run --dir $DIR" \
  "Running in the foreground, Ctrl+C stops it; later: $NODE $DIR/agent.mjs run --dir $DIR"
exec "$NODE" "$DIR/agent.mjs" run --dir "$DIR" </dev/null

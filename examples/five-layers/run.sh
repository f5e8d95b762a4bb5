#!/usr/bin/env bash
# nginx, a gateway, two shop nodes and a Redis on this machine, attacked: plays the scenarios of README.md's chapter "Five
# layers", prints what it found, and leaves pictures in examples/five-layers/out. Ends with 0 only if all figures hold.
#
#   --short            one night, a short one: some minutes less
#   --built            with the jars and classes that are there
#   --without=<layer>  gateway, limits or risk left out: ends with 1, by the figures that hang on it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

missing=()
for program in java nginx redis-server wrk; do
    command -v "$program" >/dev/null || missing+=("$program")
done
[ -e /usr/lib/nginx/modules/ngx_http_lua_module.so ] || missing+=("nginx's Lua module")
if [ ${#missing[@]} -gt 0 ]; then
    printf 'Five layers need what is not here: %s\n' "$(IFS=,; echo "${missing[*]}" | sed 's/,/, /g')" >&2
    echo "On Debian: apt-get install -y --no-install-recommends nginx libnginx-mod-http-lua redis-server wrk" >&2
    exit 1
fi

arguments=()
built=
for argument in "$@"; do
    case $argument in
    --built) built=yes ;;
    --short | --without=gateway | --without=limits | --without=risk) arguments+=("$argument") ;;
    *)
        echo "usage: $0 [--short] [--built] [--without=gateway|limits|risk]" >&2
        exit 2
        ;;
    esac
done

modules=examples/shop,examples/gateway,examples/five-layers
for part in examples/shop/target/shop.jar examples/gateway/target/gateway.jar examples/five-layers/target/classes; do
    [ -z "$built" ] || [ -e "$part" ] || {
        echo "Not built yet, without $part: leave --built out" >&2
        exit 1
    }
done
[ -n "$built" ] || mvn -B -ntp -q -Pedge -pl "$modules" -am package -DskipTests

exec java -cp examples/five-layers/target/classes io.github.limiter.examples.fivelayers.FiveLayers "${arguments[@]}"

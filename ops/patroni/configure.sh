#!/bin/sh
# Writes the configuration of one machine.
#   configure.sh db1 10.0.0.1 10.0.0.2 10.0.0.3          etcd and Patroni of the first of three machines; db2 and db3 likewise
#   configure.sh haproxy 10.0.0.1 10.0.0.2 10.0.0.3      HAProxy of a machine that runs Vestibule
# Passwords are the variables SUPERUSER_PASSWORD, REPLICATION_PASSWORD and PATRONI_PASSWORD, the same on all three.
# NETWORK (10.0.0.0/8) may connect, WATCHDOG is `required`, `automatic` or `off`, HAProxy listens on LISTEN (127.0.0.1).
# ROOT is a folder that stands for the root of a machine, to try all of it on one.
set -eu

[ $# -eq 4 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
templates=$(dirname "$0")
root=${ROOT:-}
case $1 in
  db1) address=$2 ;;
  db2) address=$3 ;;
  db3) address=$4 ;;
  haproxy) address='' ;;
  *) echo "The first argument is db1, db2, db3 or haproxy." >&2; exit 2 ;;
esac

write() {
  mkdir -p "$(dirname "$root$2")"
  umask 077
  sed -e "s|@NAME@|$name|g; s|@ADDRESS@|$address|g; s|@DB1@|$db1|g; s|@DB2@|$db2|g; s|@DB3@|$db3|g; s|@ROOT@|$root|g" \
    -e "s|@LISTEN@|${LISTEN:-127.0.0.1}|g; s|@NETWORK@|${NETWORK:-10.0.0.0/8}|g; s|@WATCHDOG@|${WATCHDOG:-required}|g" \
    -e "s|@SUPERUSER_PASSWORD@|${SUPERUSER_PASSWORD:-}|g; s|@REPLICATION_PASSWORD@|${REPLICATION_PASSWORD:-}|g" \
    -e "s|@PATRONI_PASSWORD@|${PATRONI_PASSWORD:-}|g" "$templates/$1" > "$root$2"
  umask 022
}

name=$1 db1=$2 db2=$3 db3=$4
if [ "$name" = haproxy ]; then
  write haproxy.cfg /etc/haproxy/haproxy.cfg
  # Below a folder of its own HAProxy runs as the user who starts it.
  [ -z "$root" ] || sed -i '/^  user /d; /^  group /d' "$root/etc/haproxy/haproxy.cfg"
  exit
fi

: "${SUPERUSER_PASSWORD:?}" "${REPLICATION_PASSWORD:?}" "${PATRONI_PASSWORD:?}"
write etcd.env /etc/default/etcd
write patroni.yaml /etc/patroni/config.yml
mkdir -p "$root/var/lib/etcd" "$root/var/lib/postgresql" "$root/var/run/postgresql"
if [ "$(id -u)" = 0 ] && id postgres > /dev/null 2>&1; then
  chown postgres: "$root/etc/patroni/config.yml" "$root/var/lib/postgresql" "$root/var/run/postgresql"
  if [ -z "$root" ]; then chown etcd: /var/lib/etcd; else chown postgres: "$root/var/lib/etcd"; fi
fi

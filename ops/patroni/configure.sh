#!/bin/sh
# Writes the configuration of one machine.
#   configure.sh db1 10.0.0.1 10.0.0.2 10.0.0.3          etcd and Patroni of the first of three machines; db2 and db3 likewise
#   configure.sh haproxy 10.0.0.1 10.0.0.2 10.0.0.3      HAProxy of a machine that runs Vestibule
# Passwords are the variables SUPERUSER_PASSWORD, REPLICATION_PASSWORD and PATRONI_PASSWORD, the same on all three.
# NETWORK (10.0.0.0/8) may connect to PostgreSQL with a password. As `postgres` or `replicator` only the three machines and ADMIN_NETWORK may.
# WATCHDOG is `required`, `automatic` or `off`. HAProxy listens on LISTEN (127.0.0.1).
# ROOT is a folder that stands for the root of a machine, to try all of it on one.
set -eu

[ $# -eq 4 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
templates=$(dirname "$0")
root=${ROOT:-}
case $1 in
  db1) address=$2 ;;
  db2) address=$3 ;;
  db3) address=$4 ;;
  haproxy) address='' ;;
  *) echo "The first argument is db1, db2, db3 or haproxy." >&2; exit 2 ;;
esac

# Replaces each word between @ by the variable of that name. Arguments of a command would be visible to all users of the machine.
write() {
  mkdir -p "$(dirname "$root$2")"
  umask 077
  awk '{
    line = ""
    while (match($0, /@[A-Z][A-Z0-9_]*@/)) {
      value = ENVIRON[substr($0, RSTART + 1, RLENGTH - 2)]
      # In single quotes of YAML a quote is doubled.
      if (FILENAME ~ /yaml$/) gsub(/\047/, "\047\047", value)
      line = line substr($0, 1, RSTART - 1) value
      $0 = substr($0, RSTART + RLENGTH)
    }
    print line $0
  }' "$templates/$1" > "$root$2"
  umask 022
}

NAME=$1 ADDRESS=$address DB1=$2 DB2=$3 DB3=$4 ROOT=$root
LISTEN=${LISTEN:-127.0.0.1} NETWORK=${NETWORK:-10.0.0.0/8} ADMIN_NETWORK=${ADMIN_NETWORK:-$2/32} WATCHDOG=${WATCHDOG:-required}
export NAME ADDRESS DB1 DB2 DB3 ROOT LISTEN NETWORK ADMIN_NETWORK WATCHDOG
if [ "$NAME" = haproxy ]; then
  write haproxy.cfg /etc/haproxy/haproxy.cfg
  # Below a folder of its own HAProxy runs as the user who starts it.
  [ -z "$root" ] || sed -i '/^  user /d; /^  group /d' "$root/etc/haproxy/haproxy.cfg"
  exit
fi

: "${SUPERUSER_PASSWORD:?}" "${REPLICATION_PASSWORD:?}" "${PATRONI_PASSWORD:?}"
export SUPERUSER_PASSWORD REPLICATION_PASSWORD PATRONI_PASSWORD
write etcd.env /etc/default/etcd
write patroni.yaml /etc/patroni/config.yml
mkdir -p "$root/var/lib/etcd" "$root/var/lib/postgresql" "$root/var/run/postgresql"
if [ "$(id -u)" = 0 ] && id postgres > /dev/null 2>&1; then
  chown postgres: "$root/etc/patroni/config.yml" "$root/var/lib/postgresql" "$root/var/run/postgresql"
  if [ -z "$root" ]; then chown etcd: /var/lib/etcd; else chown postgres: "$root/var/lib/etcd"; fi
fi

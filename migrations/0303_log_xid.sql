-- A command reads at its end what it wrote into the logs, and the seal reads by transaction: neither may scan a partition.
create index change_log_xid on change_log (xid);
create index cmd_log_xid on cmd_log (xid);

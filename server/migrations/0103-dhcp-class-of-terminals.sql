-- What the DHCP client of a terminal calls itself: it tells the operating system better than a host name.
alter table terminal add column dhcp_class text;

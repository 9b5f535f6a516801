/// The cause of a failure to listen where another program does already.
struct AddressInUse: Error {}

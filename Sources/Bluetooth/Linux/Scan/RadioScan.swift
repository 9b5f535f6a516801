/// A scan that a caller asked for.
struct RadioScan {
    var filter: ScanFilter
    var receive: @Sendable (Advertisement) -> Void
    /// Ends the scan: returns, or throws a failure.
    var end: CheckedContinuation<Void, any Error>
}

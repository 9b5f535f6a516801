/// One scan that somebody wants.
struct RadioScan {
    var filter: ScanFilter
    var receive: @Sendable (Advertisement) -> Void
    /// Ends the scan, well or with a failure.
    var end: CheckedContinuation<Void, any Error>
}

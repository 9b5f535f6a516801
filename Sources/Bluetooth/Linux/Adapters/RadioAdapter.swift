import Signals

/// What the radio knows of one adapter.
struct RadioAdapter {
    /// The kernel's description of it.
    var info: ControllerInfo
    /// Whether it has been on and set up at some time.
    var wasPrepared = false
    /// Whether it is on and set up for links and scans.
    var isPrepared = false
    /// The setting up that is under way.
    var preparation: Task<Failure?, Never>?
    /// Why the last setting up failed.
    var failure: Failure?
    /// Why it may not scan.
    var scanRefusal: Failure?
    /// Decides when this adapter listens, asks or rests.
    var scan = ScanPlan()
    /// Keys and parameters of the devices paired with it.
    var pairings = Pairings()
}

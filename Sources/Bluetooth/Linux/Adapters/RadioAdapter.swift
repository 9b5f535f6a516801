import Signals

/// What the radio knows of one adapter.
struct RadioAdapter {
    /// What the kernel tells of it.
    var info: ControllerInfo
    /// Whether it was on and set up before.
    var wasPrepared = false
    /// Whether it is on and set up for links and scans.
    var isPrepared = false
    /// The setting up that is under way.
    var preparation: Task<Failure?, Never>?
    /// Why the last setting up failed.
    var failure: Failure?
    /// Why it may not scan.
    var scanRefusal: Failure?
    /// Its part in the scans.
    var scan = ScanPlan()
    /// Keys and parameters of the devices paired with it.
    var pairings = Pairings()
}

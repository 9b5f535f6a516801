import Signals

/// An adapter whose keys are being read.
struct ArrivingAdapter {
    /// Tells this arrival from the next under the same index.
    var token: UInt64
    /// What was told of its settings meanwhile.
    var settings: ControllerSettings?
}

/// What the radio knows of one adapter.
struct RadioAdapter {
    /// The kernel's description of it.
    var info: ControllerInfo
    /// Whether it is on and set up for links and scans.
    var isPrepared = false
    /// The setting up that is under way.
    var preparation: Task<Failure?, Never>?
    /// Whether it is being reset, which nobody is to interfere with.
    var isResetting = false
    /// Why the last setting up failed.
    var failure: Failure?
    /// Why it may not scan.
    var scanRefusal: Failure?
    /// Decides when this adapter listens, asks or rests.
    var scan = ScanPlan()
    /// Keys and parameters of the devices paired with it.
    var pairings = Pairings()

    /// When its plan for scans is to be asked again: nobody asks it before the adapter is set up.
    var scanDeadline: Duration? { isPrepared && !isResetting ? scan.deadline : nil }
}

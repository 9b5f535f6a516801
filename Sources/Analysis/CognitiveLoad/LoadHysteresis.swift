/// The state over assessments 30 s apart: overload needs two in a row above 0.70 with a confidence of at least 0.5 and
/// is left below 0.65; underload is entered below 0.40 and left above 0.45.
struct LoadHysteresis: Sendable {
    private(set) var state: LoadReading.State?
    private var high = 0

    mutating func assess(load: Double, confidence: Double) {
        high = load > 0.70 && confidence >= 0.5 ? high + 1 : 0
        switch state {
        case .overload? where load >= 0.65: break
        case .underload? where load <= 0.45: break
        default: state = load < 0.40 ? .underload : .optimal
        }
        if high >= 2 { state = .overload }
    }

    /// Nothing could be assessed: a run of high loads is broken, the state stays.
    mutating func skip() { high = 0 }

    /// Forgets the state, because there has been no load for long.
    mutating func reset() { self = LoadHysteresis() }
}

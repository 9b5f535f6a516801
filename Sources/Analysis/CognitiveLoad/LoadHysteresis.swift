/// The state over assessments 30 s apart. The first word follows its number. After that overload needs two in a row above
/// 0.70 with a confidence of at least 0.5 and is left below 0.65; underload is entered below 0.40 and left above 0.45.
struct LoadHysteresis: Sendable {
    private(set) var state: LoadReading.State?
    /// Whether overload rests on two assessments in a row, and not on the first word alone.
    private(set) var isSustained = false
    private var high = 0

    init() {}

    /// One whose first word is said already, by its number.
    init(startingWith load: Double) { state = LoadReading.State(load: load) }

    /// One that goes on from a word that was said before a restart.
    init(continuing state: LoadReading.State) { self.state = state }

    /// Names a load that comes before the first assessment.
    mutating func begin(load: Double) { state = state ?? LoadReading.State(load: load) }

    mutating func assess(load: Double, confidence: Double) {
        high = load > 0.70 && confidence >= 0.5 ? high + 1 : 0
        switch state {
        case nil: state = LoadReading.State(load: load)
        case .overload? where load >= 0.65: break
        case .underload? where load <= 0.45: break
        default: state = load < 0.40 ? .underload : .optimal
        }
        if high >= 2 { (state, isSustained) = (.overload, true) }
        if state != .overload { isSustained = false }
    }

    /// Nothing could be assessed: a run of high loads is broken, the state stays.
    mutating func skip() { high = 0 }

    /// Forgets the state, because there has been no load for long.
    mutating func reset() { self = LoadHysteresis() }
}

public import Signals

/// The states of a scored night, with the kind of each sleep where it was staged: the one series that pages, tables, exports and
/// commands tell a night by.
///
/// Whether an epoch is sleep or wake is the scorer's word, by which all figures are made; the model of stages only parts the sleep
/// of the main period into kinds. Naps and other sleep outside of the period are never staged.
public struct Hypnogram: Hashable, Sendable {
    /// What one epoch was.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case unknown, awake, asleep, light, deep, rem
        case notWorn = "not_worn"

        /// Whether it is sleep of any kind.
        public var isAsleep: Bool {
            switch self {
            case .asleep, .light, .deep, .rem: true
            case .unknown, .awake, .notWorn: false
            }
        }
    }

    /// The start of the first epoch.
    public var start: Instant
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// The state of each epoch, in order and without holes.
    public var states: [State]

    /// The interval of epoch `index`.
    public func epoch(at index: Int) -> Range<Instant> {
        let length = Int64(epochSeconds) * 1_000_000_000
        let first = start.advanced(byNanoseconds: Int64(index) * length)
        return first..<first.advanced(byNanoseconds: length)
    }

    /// The states of a night.
    /// - Parameters:
    ///   - night: the scored night.
    ///   - staged: the stages of its main sleep; nil where there are none.
    public init(_ night: Night, _ staged: StagedNight?) {
        (start, epochSeconds) = (night.statesStart, night.epochSeconds)
        states = night.states.indices.map { index in
            switch night.states[index] {
            case .unknown: return .unknown
            case .awake: return .awake
            case .notWorn: return .notWorn
            case .asleep:
                let epoch = night.epoch(at: index)
                guard let period = night.sleepPeriod, period.contains(epoch.lowerBound) else { return .asleep }
                return staged?.kind(during: epoch).map(State.init) ?? .asleep
            }
        }
    }
}

extension Hypnogram.State {
    fileprivate init(_ stage: SleepStage) {
        switch stage {
        case .unknown: self = .unknown
        case .awake: self = .awake
        case .asleep: self = .asleep
        case .light: self = .light
        case .deep: self = .deep
        case .rem: self = .rem
        }
    }
}

extension Night {
    /// From falling asleep to the last waking: the first to the last epoch of sleep in the sleep period, in which wake after
    /// sleep onset and awakenings are counted; nil without sleep.
    public var slept: Range<Instant>? {
        guard let sleepPeriod else { return nil }
        let own = states.indices.filter { states[$0] == .asleep && sleepPeriod.contains(epoch(at: $0).lowerBound) }
        guard let first = own.first, let last = own.last else { return nil }
        return epoch(at: first).lowerBound..<epoch(at: last).upperBound
    }

    /// Stretches awake from falling asleep to the last waking that are too short to be counted as awakenings.
    public var shortAwakenings: Int {
        guard let slept else { return 0 }
        return stretches.count { $0.state == .awake && slept.contains($0.span.lowerBound) } - awakenings.count
    }

    /// Minutes in each state from falling asleep to the last waking: those awake are the wake after sleep onset, those of sleep
    /// together the total sleep. Empty where the night's minutes are not told.
    /// - Parameter hypnogram: the night's own.
    public func minutes(_ hypnogram: Hypnogram) -> [Hypnogram.State: Double] {
        guard measures.totalSleepTime.value != nil, let slept else { return [:] }
        var counts: [Hypnogram.State: Int] = [:]
        for index in states.indices where slept.contains(epoch(at: index).lowerBound) {
            counts[hypnogram.states[index], default: 0] += 1
        }
        return counts.mapValues { Double($0) * Double(epochSeconds) / 60 }
    }
}

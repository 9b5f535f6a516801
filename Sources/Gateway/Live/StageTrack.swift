import Devices
import Signals

/// The stage of a session, from its driver's reports or, without them, from its link and its data.
///
/// A driver that tells stages is believed. What no driver needs to tell: the first data after the link are
/// ``DeviceStage/streaming``, the first after an interruption ``DeviceStage/resumed``, and a minute later streaming
/// again; a link that is gone or silent is an interruption.
struct StageTrack {
    /// Steps that are kept.
    static let limit = 32
    /// After so long without trouble a session that was resumed counts as streaming, in nanoseconds.
    private static let settling: Int64 = 60_000_000_000

    private(set) var steps: [DeviceEntry.Step] = []
    /// Whether the driver reports stages itself.
    private var isTold = false
    /// What the driver said last of data that come: which do not.
    private var standing: (reason: String?, nextStep: String?)

    init(now: Instant) {
        standing = (nil, nil)
        enter(.matched, reason: "It is being connected.", nextStep: nil, at: now)
    }

    var current: DeviceEntry.Step? { steps.last }

    /// Takes in a stage that the driver reported.
    mutating func take(_ stage: DeviceStage, reason: String?, nextStep: String?, at now: Instant) {
        isTold = true
        switch stage {
        case .streaming, .resumed: standing = (reason, nextStep)
        case .connected: standing = (nil, nil)
        default: break
        }
        // That data come again is known better here.
        if stage == .streaming, current?.stage == .resumed {
            return enter(.resumed, reason: reason, nextStep: nextStep, at: now)
        }
        if stage == .streaming || stage == .resumed, steps.contains(where: { $0.stage == .interrupted }),
            current?.stage != .streaming
        {
            return enter(.resumed, reason: reason, nextStep: nextStep, at: now)
        }
        enter(stage, reason: reason, nextStep: nextStep, at: now)
    }

    /// Takes in a change of the link.
    mutating func take(_ link: LinkState, at now: Instant) {
        switch link {
        case .connecting:
            guard !isTold, current?.stage == .stopped else { return }
            enter(.matched, reason: "It is being connected.", nextStep: nil, at: now)
        case .streaming:
            guard !isTold, current?.stage == .matched else { return }
            enter(.connected, reason: "Nothing has come yet.", nextStep: nil, at: now)
        case .silent(let reason):
            // The driver knows better why.
            guard !(isTold && current?.stage == .interrupted), current?.stage != .stopped else { return }
            enter(.interrupted, reason: reason, nextStep: "See that it is worn and switched on.", at: now)
        case .gone(let reason):
            guard current?.stage != .stopped, !(isTold && current?.stage == .interrupted) else { return }
            enter(.interrupted, reason: reason, nextStep: "Bring it near; it is tried again by itself.", at: now)
        }
    }

    /// Takes in that data arrived; true when that changed the stage.
    mutating func takeData(at now: Instant) -> Bool {
        switch current?.stage {
        case .streaming, .resumed: return false
        case .interrupted: enter(.resumed, reason: standing.reason, nextStep: standing.nextStep, at: now)
        default: enter(.streaming, reason: standing.reason, nextStep: standing.nextStep, at: now)
        }
        return true
    }

    /// Takes in that time passed; true when that changed the stage.
    mutating func pass(to now: Instant) -> Bool {
        guard let current, current.stage == .resumed, now.nanoseconds(since: current.time) >= Self.settling else {
            return false
        }
        // What does not come goes on not coming.
        enter(.streaming, reason: current.reason, nextStep: current.nextStep, at: now)
        return true
    }

    /// Copies the present stage into a status.
    func show(in status: inout DeviceStatus) {
        status.stage = current?.stage
        status.stageReason = current?.reason
        status.nextStep = current?.nextStep
    }

    private mutating func enter(_ stage: DeviceStage, reason: String?, nextStep: String?, at now: Instant) {
        let step = DeviceEntry.Step(time: now, stage: stage, reason: reason, nextStep: nextStep)
        if let current, current.stage == stage, current.reason == reason, current.nextStep == nextStep { return }
        // The same stage for another reason is the same step, better known.
        if let last = steps.indices.last, steps[last].stage == stage {
            steps[last] = DeviceEntry.Step(time: steps[last].time, stage: stage, reason: reason, nextStep: nextStep)
            return
        }
        steps.append(step)
        if steps.count > Self.limit { steps.removeFirst() }
    }
}

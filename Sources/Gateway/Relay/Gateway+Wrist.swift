import Accounts
import Analysis
import Relay
import Signals
import Store

extension Gateway {
    /// Whose wrist the watch is on: of whoever wears the device that speaks, else the owner, else the one person there
    /// is; 0 where nobody was entered yet.
    var wristPerson: Int64 {
        mainPipeline?.wearer?.rawValue ?? accounts.owner?.id ?? household.people.first?.id.rawValue ?? 0
    }
}

extension WatchReading {
    /// A device's load.
    init(_ reading: LoadReading, isSynthetic: Bool) {
        self.init(
            time: reading.time, cognitiveLoad: reading.load, state: reading.state?.rawValue,
            confidence: reading.confidence.value, reason: reading.load == nil ? reading.reasons.first : nil,
            heartRate: reading.heartRate.value, isSynthetic: isSynthetic, method: Self.name(reading.method))
        (isHeld, isSustained) = (reading.isHeld, reading.isSustained)
    }

    /// The load of a reading session.
    init(_ assessment: SessionAssessment) {
        self.init(
            time: assessment.time, cognitiveLoad: assessment.load, state: assessment.state?.rawValue,
            confidence: assessment.confidence, reason: assessment.load == nil ? assessment.reasons.first : nil,
            heartRate: assessment.heartRate, isSynthetic: assessment.isSynthetic,
            method: Self.name(SessionAssessment.method))
        (isHeld, isSustained) = (assessment.isHeld, assessment.isSustained)
    }

    private static func name(_ method: Method) -> String { "\(method.name)/\(method.version)" }
}

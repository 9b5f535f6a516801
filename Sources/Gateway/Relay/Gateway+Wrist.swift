import Accounts
import Analysis
import Relay
import Signals
import Store

extension Gateway {
    /// The wearer of a watch: the person who paired it; at the socket of this machine's account the first owner, and on
    /// a gateway without accounts whoever wears the device that speaks, else the one person there is; 0 where nobody
    /// was entered yet.
    func wristPerson(_ person: Person.ID?) -> Int64 {
        if let id = person?.rawValue ?? accounts.firstOwner?.id { return id }
        return mainPipeline(of: nil)?.wearer?.rawValue ?? wearerRegistry.people.first?.id.rawValue ?? 0
    }

    /// Whether the wearer of a watch refuses a stream of the heart.
    func refusesHeart(_ person: Person.ID?, _ channel: Channel = .heartRate) -> Bool {
        let wearer = wristPerson(person)
        return wearerRegistry.refused(by: wearer == 0 ? nil : Person.ID(rawValue: wearer))[channel] != nil
    }
}

extension WatchReading {
    /// The reading of a device, for the wrist.
    init(_ reading: LoadReading, isSynthetic: Bool) {
        self.init(
            time: reading.time, cognitiveLoad: reading.load, state: reading.state?.rawValue,
            confidence: reading.confidence.value, reason: reading.load == nil ? reading.reasons.first : nil,
            heartRate: reading.heartRate.value, isSynthetic: isSynthetic, method: Self.name(reading.method))
        (isHeld, isSustained) = (reading.isHeld, reading.isSustained)
    }

    /// The assessment of a reading session, for the wrist.
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

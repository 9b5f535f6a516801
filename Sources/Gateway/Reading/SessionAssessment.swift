package import Analysis
package import Companion
package import Documents
import Runtime
package import Signals

/// What a reading session's load was found to be, every 30 s and at its begin.
package struct SessionAssessment: Hashable, Sendable {
    /// The session's number.
    package var session: Int64
    /// The person who reads; 0 where nobody was entered yet.
    package var person: Int64
    /// When the assessment was made.
    package var time: Instant
    /// The load, 0 ... 1; nil when it cannot be known, with ``reasons``.
    package var load: Double?
    /// The state: the session's first by its number, later ones by hysteresis; nil without a load.
    package var state: LoadReading.State?
    /// The state of the assessment before; nil for the first.
    package var previous: LoadReading.State?
    /// How far the load can be trusted, 0 ... 1.
    package var confidence: Double
    /// Whether the load is repeated from an earlier assessment.
    package var isStale: Bool
    /// Whether the index is silent: exercise, or breathing.
    package var isMuted: Bool
    /// How the person read in the last minute.
    package var figures: ReadingFigures
    /// Heart rate over the last 30 s, per minute; nil without.
    package var heartRate: Double?
    /// SDNN over the last 60 s, in ms; nil without.
    package var sdnn: Double?
    /// What the load was made from: `heart`, `reading`.
    package var basis: [String]
    /// What limits the confidence, in sentences.
    package var reasons: [String]
    /// The device that the heart was heard from; nil without.
    package var device: DeviceID?
    /// Whether that device's data are generated.
    package var isSynthetic: Bool
    /// Whether a breathing exercise is offered with it: overload was entered, and one may begin.
    package var offersBreathing: Bool

    /// Whether an overload rests on two assessments in a row: somebody may be told.
    package var isSustained = false

    /// Whether hysteresis holds ``state`` though ``load`` by itself would be called otherwise: "still optimal".
    package var isHeld: Bool { LoadReading.State.isHeld(state, at: load) }

    /// The algorithm and its version.
    package static var method: Method { LoadIndex.method }

    /// As JSON.
    package var json: [UInt8] { ReadingAssessmentDocument(self).json.bytes }
}

extension ReadingAssessmentDocument {
    /// An assessment as it goes over the wire and is kept.
    package init(_ assessment: SessionAssessment) {
        self.init()
        (session, person) = (Int(assessment.session), Int(assessment.person))
        (time, load) = (assessment.time, assessment.load)
        state = assessment.state.flatMap { CognitiveState(rawValue: $0.rawValue) }
        isStateHeld = assessment.isHeld
        previousState = assessment.previous.flatMap { CognitiveState(rawValue: $0.rawValue) }
        confidence = (assessment.confidence * 1e4).rounded() / 1e4
        (isStale, isMuted) = (assessment.isStale, assessment.isMuted)
        (speed, errors) = (assessment.figures.speed, assessment.figures.errors)
        pauses = assessment.figures.pauses
        (heartRate, variability) = (assessment.heartRate, assessment.sdnn)
        (basis, reasons) = (assessment.basis, assessment.reasons)
        (device, isSynthetic) = (assessment.device?.rawValue, assessment.isSynthetic)
        if assessment.offersBreathing {
            let standard = BreathingRequest()
            breathing = Offer(pattern: standard.pattern, seconds: standard.seconds)
        }
        (method.name, method.version) = (SessionAssessment.method.name, SessionAssessment.method.version)
    }
}

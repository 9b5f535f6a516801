package import Analysis
package import Documents
package import Signals

/// What became of an analysis.
package struct ActigraphyResult: Sendable {
    /// Its name.
    package var id: String
    /// Whose it is.
    package var person: Int64
    /// How far it is.
    package var status: ActivityAnalysisStatus
    /// When it was asked for, or done.
    package var time: Instant
    /// Milliseconds that it took.
    package var milliseconds: Double?
    /// What to know of it.
    package var message: String?
    /// What was analysed.
    package var request: ActigraphyRequest
    /// The night that the figures are of, by the rule of `MainNight`.
    package var night: Night?
    /// Nights that were found.
    package var nightCount = 0
    /// The hour of the day at which nights end.
    package var cut = 12
    /// What the days say.
    package var analysis: ActigraphyAnalysis?
    /// The transformer's mean token; nil with a reason.
    package var embedding: [Float]?
    /// Why there is no embedding, or which weights gave it.
    package var embeddingNote = ""

    /// The mood-related score that is shown: off unless it was asked for.
    package var mood: Estimate {
        guard request.showsMood else {
            return Estimate(
                unknown: "it is off; “mood”: true shows \(MoodPattern.caution)", method: Method("none"))
        }
        return analysis?.mood.score ?? Estimate(unknown: "nothing was analysed", method: Method("none"))
    }
}

extension StoredActivityAnalysisDocument {
    /// An analysis as it is asked for by its name, and as it is stored.
    package init(_ result: ActigraphyResult) {
        self.init()
        let isDone = result.status == .completed
        (id, status, message) = (result.id, result.status, result.message)
        made = isDone ? UTCTime(result.time) : nil
        features =
            isDone
            ? Dictionary(result.named.compactMap { name, figure in figure.value.map { (name, $0) } }) { first, _ in
                first
            }
            : nil
        embedding = (result.embedding ?? []).map(Double.init)
        metadata.measure = result.request.measure.rawValue
        metadata.minutes = result.request.minutes.count
        metadata.start = UTCTime(result.request.start)
        metadata.hours = result.request.hours
        metadata.nights = result.nightCount
        metadata.embedding = result.embeddingNote
        metadata.milliseconds = result.milliseconds
        analysis = isDone ? ActivityAnalysisDocument(result) : nil
    }
}

extension ActivityReplyDocument {
    /// The answer to the request for an analysis.
    /// - Parameters:
    ///   - result: the analysis.
    ///   - isCached: whether it was done before.
    package init(_ result: ActigraphyResult, isCached: Bool) {
        self.init()
        (id, status, message) = (result.id, result.status, result.message)
        analysis = result.status == .completed ? ActivityAnalysisDocument(result) : nil
        milliseconds = result.milliseconds
        self.isCached = isCached
    }
}

extension ActivityAnalysisDocument {
    init(_ result: ActigraphyResult) {
        let night = result.night
        self.init()
        userID = "\(result.person)"
        made = UTCTime(result.time)
        date = night?.date
        if let measures = night?.measures {
            efficiency = measures.sleepEfficiency.value
            onsetLatency = measures.sleepOnsetLatency.value
            wakeAfterOnset = measures.wakeAfterSleepOnset.value
            totalSleep = measures.totalSleepTime.value.map { $0 / 60 }
            rhythm = result.analysis?.circadianScore.value
            fragmentation = result.analysis?.fragmentation.value
        }
        depressionRisk = result.mood.value
        if let night {
            let epochs = result.sleepEpochs
            stagesStart = epochs.first.map { UTCTime(night.epoch(at: $0).lowerBound) }
            stageSeconds = night.epochSeconds
            stages = epochs.map { night.states[$0].stageName }
            naps = night.naps.map { Nap($0) }
            confidence = night.sleepPeriod == nil ? nil : night.confidence.value
            insights = result.analysis?.insights(night, moodScore: result.mood.value) ?? []
            algorithm = "\(night.periodMethod.name)+\(night.scoringMethod.name)"
        }
        completeness = result.request.completeness
        embedding = result.embedding.map { $0.map(Double.init) }
        mood = result.request.showsMood ? Mood(result) : nil
        reasons = Self.reasons(result)
        methods = Self.methods(result)
    }

    private static func reasons(_ result: ActigraphyResult) -> [String: String] {
        var reasons: [String: String] = [:]
        for (name, figure) in result.named { reasons[name] = figure.reason }
        reasons["sleep_period"] = result.night?.sleepPeriodReason
        for (name, reason) in result.night?.doubts ?? []
        where result.named.contains(where: { $0.0 == name && $0.1.value != nil }) { reasons[name] = reason }
        if result.embedding == nil { reasons["embedding"] = result.embeddingNote }
        reasons["depression_risk_score"] = result.mood.reason
        reasons["mania_risk_score"] = "no method for it is validated on a wrist's movement"
        return reasons
    }

    private static func methods(_ result: ActigraphyResult) -> [String: MethodDocument] {
        var main = MainNight.method
        main.parameters["ends_h"] = Double(result.cut)
        var methods = ["night": MethodDocument(main)]
        methods["sleep_period"] = result.night.map { MethodDocument($0.periodMethod) }
        methods["states"] = result.night.map { MethodDocument($0.scoringMethod) }
        for (name, figure) in result.named { methods[name] = MethodDocument(figure.method) }
        return methods
    }
}

extension ActivityAnalysisDocument.Mood {
    /// The same words and parts as `nightjar analyze --mood`.
    fileprivate init(_ result: ActigraphyResult) {
        self.init()
        label = MoodPattern.caution
        method = result.mood.method.name
        inputs = (result.analysis?.mood.parts ?? []).map { part in
            var input = Input()
            (input.name, input.value, input.score) = (part.name, part.value, part.score)
            return input
        }
    }
}

extension MethodDocument {
    fileprivate init(_ method: Method) {
        self.init()
        (name, version, parameters) = (method.name, method.version, method.parameters)
    }
}

extension ActigraphyResult {
    /// Efficiency in percent, latency and wake in minutes, sleep in hours, scores 0 ... 1.
    fileprivate var named: [(String, Estimate)] {
        guard let measures = night?.measures, let analysis else { return [] }
        var hours = measures.totalSleepTime
        hours.value = hours.value.map { $0 / 60 }
        return [
            ("sleep_efficiency", measures.sleepEfficiency), ("sleep_onset_latency", measures.sleepOnsetLatency),
            ("wake_after_sleep_onset", measures.wakeAfterSleepOnset), ("total_sleep_time", hours),
            ("circadian_rhythm_score", analysis.circadianScore), ("activity_fragmentation", analysis.fragmentation),
        ]
    }

    /// The epochs of the sleep period, as indices of the night's states.
    fileprivate var sleepEpochs: [Int] {
        guard let night, let period = night.sleepPeriod else { return [] }
        return night.states.indices.filter { period.contains(night.epoch(at: $0).lowerBound) }
    }
}

extension SleepState {
    /// Its word; time off the body is unknown.
    fileprivate var stageName: String { self == .notWorn ? SleepState.unknown.name : name }
}

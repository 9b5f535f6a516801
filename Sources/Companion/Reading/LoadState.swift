package import Documents

/// What a load is taken for.
package typealias LoadState = CognitiveState

extension CognitiveState {
    /// Below 0.4 underload, above 0.7 overload; the bounds themselves are optimal.
    package init(load: Double) { self = load < 0.4 ? .underload : load > 0.7 ? .overload : .optimal }
}

extension LoadFormula.Answer {
    /// What to do, the weightiest first; never empty.
    package var advice: [String] {
        switch state {
        case .underload: ["Take a harder text or a longer stretch.", "Ask yourself what the text leaves out."]
        case .optimal: ["Go on as you are."]
        case .overload:
            ["Make the text easier or read a shorter stretch."] + cause
                + ["Pause for a minute and breathe slowly: four seconds in, six out."]
        }
    }

    private var cause: [String] {
        let advice = [
            "reading_speed": "Slow down on purpose: you read slower than is usual for you already.",
            "error_rate": "Read the last part again before going on; many answers were wrong.",
            "pause_frequency": "Read in shorter stretches; you stop often.",
            "heart_rate_variability": "Rest first: your heart rate variability is low.",
            "content_difficulty": "Have long sentences split and rare words explained.",
        ]
        let weightiest = factors.max { $0.weight * $0.score < $1.weight * $1.score }
        return weightiest.flatMap { advice[$0.name] }.map { [$0] } ?? []
    }
}

public import Signals

/// Everything that is said of a finished series of intervals: in the domain of time, of frequency, and beyond. What
/// needs a longer series than there is, is unknown with the reason.
///
/// Minimum lengths follow the Task Force (Circulation 1996), Munoz 2015 (PLoS ONE) and Shaffer & Ginsberg 2017: 60 s for
/// HF and breathing, 120 s for LF, LF/HF and alpha 1, 300 s for VLF, 200 beats for sample entropy.
public struct RhythmReport: Sendable {
    /// Measures in the domain of time.
    public let time: HeartRateVariability
    /// The sum of the intervals, in s.
    public let duration: Double
    /// Sample entropy, templates of two, tolerance 0.2 standard deviations.
    public let sampleEntropy: Estimate
    /// Alpha 1 with overlapping boxes of 4 ... 11.
    public let alpha1: Estimate
    /// Alpha 1 after Peng, boxes of 4 ... 16.
    public let alpha1Peng: Estimate
    /// Powers after Welch.
    public let welch: Spectrum
    /// Powers after Lomb and Scargle.
    public let lomb: Spectrum
    /// Breaths per minute, with the quality as the confidence.
    public let respiration: Estimate

    /// Powers by bands in ms², those that the length allows.
    public struct Spectrum: Sendable {
        /// 0.003 ... 0.04 Hz; needs 300 s.
        public let veryLow: Estimate
        /// 0.04 ... 0.15 Hz; needs 120 s.
        public let low: Estimate
        /// 0.15 ... 0.40 Hz; needs 60 s.
        public let high: Estimate
        /// Low over high; needs 120 s.
        public let ratio: Estimate
        /// The three bands together; needs 300 s.
        public let total: Estimate
        /// Low in percent of low and high; needs 120 s.
        public let lowShare: Estimate
        /// High in percent of low and high; needs 120 s.
        public let highShare: Estimate
    }

    /// The report of `rr`; nil for an empty series.
    /// - Parameters:
    ///   - rr: intervals in ms, finite and positive.
    ///   - follows: see ``HeartRateVariability/init(_:follows:)``.
    ///   - anyLength: computes what can be computed below the minimum lengths too.
    public init?(_ rr: [Double], follows: [Bool]? = nil, anyLength: Bool = false) {
        guard let time = HeartRateVariability(rr, follows: follows) else { return nil }
        self.time = time
        duration = rr.reduce(0, +) / 1000
        // A stretch of time that is cut at beats is short of its length by up to two intervals.
        let length = anyLength ? .infinity : duration + 2 * (rr.max() ?? 0) / 1000
        sampleEntropy = Self.entropy(rr, anyLength: anyLength)
        alpha1 = Self.alpha1(rr, .overlapping, length: length)
        alpha1Peng = Self.alpha1(rr, .peng, length: length)
        welch = Spectrum(WelchSpectrum(rr)?.power, "welch", length: length)
        lomb = Spectrum(LombSpectrum(rr)?.power, "lomb-scargle", length: length)
        respiration = Self.respiration(rr, length: length)
    }

    private static func entropy(_ rr: [Double], anyLength: Bool) -> Estimate {
        let method = Method("sample-entropy", parameters: ["templates": 2, "tolerance_sd": 0.2])
        guard rr.count >= 200 || anyLength else {
            return Estimate(unknown: "needs 200 beats, there are \(rr.count)", method: method)
        }
        guard rr.count <= SampleEntropy.most else {
            return Estimate(unknown: "takes at most \(SampleEntropy.most) beats; give a part", method: method)
        }
        return SampleEntropy.value(of: rr).map { Estimate($0, method: method) }
            ?? Estimate(unknown: "no two stretches of the series are alike", method: method)
    }

    private static func alpha1(_ rr: [Double], _ variant: DetrendedFluctuation.Variant, length: Double) -> Estimate {
        let method = Method(
            "dfa-alpha1",
            parameters: ["smallest": 4, "largest": variant == .peng ? 16 : 11, "overlap": variant == .peng ? 0 : 0.5])
        guard length >= 120 else { return .tooShort(120, method) }
        return DetrendedFluctuation.alpha1(of: rr, variant).map { Estimate($0, method: method) }
            ?? Estimate(unknown: "too few beats, or no fluctuation", method: method)
    }

    private static func respiration(_ rr: [Double], length: Double) -> Estimate {
        let method = Method("respiratory-sinus-arrhythmia", parameters: ["minimum_quality": 0.3])
        guard length >= 60 else { return .tooShort(60, method) }
        return RespiratoryRate.median(of: rr).map { Estimate($0.perMinute, confidence: $0.quality, method: method) }
            ?? Estimate(unknown: "the rhythm does not follow the breath clearly enough", method: method)
    }
}

extension RhythmReport.Spectrum {
    init(_ power: BandPower?, _ name: String, length: Double) {
        let method = Method(name, parameters: ["lowest_hz": 0.003, "highest_hz": 0.4])
        func estimate(_ needed: Double, _ value: Double?) -> Estimate {
            guard length >= needed else { return .tooShort(needed, method) }
            return value.map { Estimate($0, method: method) }
                ?? Estimate(unknown: "the series has too few beats, too many, or no such power", method: method)
        }
        veryLow = estimate(300, power?.veryLow)
        low = estimate(120, power?.low)
        high = estimate(60, power?.high)
        ratio = estimate(120, power?.ratio)
        total = estimate(300, power?.total)
        lowShare = estimate(120, power?.lowShare)
        highShare = estimate(120, power?.highShare)
    }
}

extension Estimate {
    fileprivate static func tooShort(_ seconds: Double, _ method: Method) -> Estimate {
        Estimate(unknown: "needs \(Int(seconds)) s of intervals", method: method)
    }
}

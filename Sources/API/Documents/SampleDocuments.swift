import Documents
import Gateway
import Signals
import Store

extension SamplePageDocument.Sample {
    init(_ sample: HealthSample) {
        self.init()
        (type, start, end) = (sample.type, UTCTime(sample.start), UTCTime(sample.end))
        (value, word, unit) = (sample.value, sample.word.isEmpty ? nil : sample.word, sample.unit)
        (device, source) = (sample.device, sample.source)
        (energy, distance) = (sample.energy, sample.distance)
    }
}

extension SampleSumDocument {
    /// What samples come to within some time.
    init(_ totals: SampleTotals, of type: String, in range: Range<Instant>, zone: Zone) {
        self.init()
        (self.type, unit, self.zone) = (type, totals.unit, zone.name)
        (start, end) = (UTCTime(range.lowerBound), UTCTime(range.upperBound))
        (sum, count) = (totals.sum, totals.parts.reduce(0) { $0 + $1.count })
        (otherUnits, sources) = (totals.otherUnits, totals.sources.sorted())
        parts = totals.parts.map { Part($0, isAmount: totals.isAmount) }
    }
}

extension SampleSumDocument.Part {
    fileprivate init(_ part: SampleTotals.Part, isAmount: Bool) {
        self.init()
        (start, end) = (UTCTime(part.span.lowerBound), UTCTime(part.span.upperBound))
        (sum, mean, least, most) = (isAmount ? part.sum : nil, part.mean, part.least, part.most)
        (count, sources) = (part.count, part.sources)
        source = sources.first
        minutes = part.minutes.isEmpty ? nil : part.minutes
    }
}

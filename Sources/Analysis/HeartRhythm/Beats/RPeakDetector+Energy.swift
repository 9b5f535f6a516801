/// Before the shape of a beat is known: beats by their energy.
extension RPeakDetector {
    /// Takes in a peak of the band-passed energy.
    mutating func take(energy peak: PeakCandidate) {
        waiting.append(peak)
        if waiting.count > 64 { waiting.removeFirst(32) }
        guard !matched.hasShape else { return }
        if levels.isEmpty, peak.sample > Int(2.3 * rate) { learnLevels() }
        if !levels.isEmpty { judgeWaiting() }
    }

    /// The first levels: the highest peak of each second is a beat.
    mutating func learnLevels() {
        var tops: [Int: Double] = [:]
        for peak in waiting {
            let second = Int(Double(peak.sample) / rate)
            tops[second] = max(tops[second] ?? 0, peak.height)
        }
        let sorted = tops.values.sorted()
        guard !sorted.isEmpty else { return }
        levels.addBeat(sorted[sorted.count / 2])
        levels.addNoise(0.1 * sorted[sorted.count / 2])
    }

    mutating func judgeWaiting() {
        guard !levels.isEmpty else { return }
        while !waiting.isEmpty, !matched.hasShape {
            let peak = waiting.removeFirst()
            guard peak.height > levels.threshold(0.35) else {
                levels.addNoise(peak.height)
                skipped.append(peak)
                if skipped.count > 64 { skipped.removeFirst(32) }
                continue
            }
            searchBack(before: peak.sample)
            accept(peak)
        }
    }

    private mutating func accept(_ peak: PeakCandidate) {
        levels.addBeat(peak.height)
        skipped.removeAll { $0.sample <= peak.sample }
        tell(peak, quality: 1 - levels.other / max(peak.height, 1e-300))
        guard beats.count >= 8 else { return }
        if matched.learn(from: beats) { tellEarly() } else { beats.removeFirst() }
    }

    /// Where a beat was overdue, the highest peak that was passed over is taken, if it is not much too low.
    private mutating func searchBack(before end: Int) {
        guard let last = beats.last, Double(end - last) > 1.66 * usual else { return }
        let margin = Int(0.35 * usual)
        let late = skipped.filter {
            $0.sample > last + margin && $0.sample < end - margin && $0.height > levels.threshold(0.35) / 2
        }
        if let best = late.max(by: { $0.height < $1.height }) { accept(best) }
    }
}

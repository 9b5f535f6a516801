/// When the shape of a beat is known: beats by their likeness to it.
extension RPeakDetector {
    /// A score from which a peak is a beat by itself.
    private static let sure = 0.45
    /// A score from which a peak may fill a place in the rhythm.
    private static let possible = 0.15

    /// Takes in a peak of the likeness to the learned shape.
    mutating func take(matched peak: PeakCandidate) {
        guard peak.height >= Self.sure else {
            if peak.height >= Self.possible { skipped.append(peak) }
            if skipped.count > 64 { skipped.removeFirst(32) }
            return
        }
        if let held {
            self.held = nil
            if isIntruder(held, before: peak) { skipped.append(held) } else { settle(held) }
        }
        if let last = beats.last, intervals.count >= 4, Double(peak.sample - last) < 0.65 * usual {
            held = peak
        } else {
            settle(peak)
        }
    }

    /// Whether a beat that came early has to show first that the rhythm leaves a place for it: where noise is about, or
    /// where it stands between two that follow each other as usual and is less like a beat than the other.
    private func isIntruder(_ early: PeakCandidate, before next: PeakCandidate) -> Bool {
        guard let last = beats.last else { return false }
        return isNoisy || Double(next.sample - last) < 1.35 * usual && early.height < 0.85 * next.height
    }

    /// Whether peaks that are not beats have nearly the energy of beats.
    private var isNoisy: Bool { levels.other > 0.4 * levels.beat }

    mutating func settle(_ peak: PeakCandidate) {
        fill(until: peak.sample, isOpen: false)
        tell(peak, quality: nil)
        if let last = beats.last, abs(last - peak.sample) < Int(0.05 * rate), peak.height > 0.6 {
            matched.adapt(at: last)
        }
        forget(until: peak.sample)
    }

    /// Takes what lies between the last beat and `end` where the rhythm leaves a place: first what looks like a beat a
    /// little, then what has the energy of one.
    mutating func fill(until end: Int, isOpen: Bool) {
        guard let last = beats.last else { return }
        let usual = usual
        let margin = Int(0.4 * usual)
        let gap = Double(end - last)
        let places = isOpen ? Int(gap / usual) : Int((gap / usual - 0.5).rounded(.down))
        guard gap > 1.5 * usual, places > 0 else { return }
        let limit = isOpen ? end : end - margin
        func fits(_ peak: PeakCandidate) -> Bool { peak.sample > last + margin && peak.sample < limit }
        // Nearer to where the rhythm expects a beat counts more.
        func weight(_ peak: PeakCandidate) -> Double {
            let place = Double(peak.sample - last) / usual
            return peak.height * (1 - abs(place - place.rounded()))
        }
        let alike = skipped.filter(fits).sorted { weight($0) > weight($1) }
        let strong = waiting.filter { !isNoisy && fits($0) && $0.height > levels.threshold(0.35) }
            .sorted { $0.height > $1.height }
        var taken: [PeakCandidate] = []
        for peak in alike + strong where taken.count < places {
            if taken.allSatisfy({ abs($0.sample - peak.sample) > margin }) { taken.append(peak) }
        }
        for peak in taken.sorted(by: { $0.sample < $1.sample }) {
            let isAlike = alike.contains { $0.sample == peak.sample }
            tell(peak, quality: isAlike ? nil : 0.2)
        }
    }

    /// Gives up a shape that nothing has looked like for long: another lead, another posture.
    mutating func look(at now: Int) {
        tellOverdue(at: now)
        guard matched.hasShape, let last = beats.last else { return }
        if let held, Double(now - held.sample) > 1.35 * usual {
            self.held = nil
            settle(held)
        }
        guard Double(now - last) > max(3 * rate, 4 * usual) else { return }
        fill(until: now - Int(0.3 * rate), isOpen: true)
        matched.forget()
        held = nil
        levels.removeAll()
        beats.removeAll()
        intervals.removeAll()
        skipped.removeAll()
        waiting.removeAll { Double($0.sample) < Double(now) - 2.5 * rate }
    }

    /// Forgets what lies before a beat, and learns from it how high beats and noise are.
    private mutating func forget(until sample: Int) {
        for peak in waiting where peak.sample <= sample + Int(0.1 * rate) {
            if abs(peak.sample - sample) <= Int(0.1 * rate) {
                levels.addBeat(peak.height)
            } else {
                levels.addNoise(peak.height)
            }
        }
        waiting.removeAll { $0.sample <= sample + Int(0.1 * rate) }
        skipped.removeAll { $0.sample <= sample }
    }
}

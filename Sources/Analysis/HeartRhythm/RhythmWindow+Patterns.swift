/// The beat patterns of Lipponen & Tarvainen 2019.
extension RhythmWindow {
    /// A beat that the detector did not see: one interval of about two.
    func isMissed(at index: Int) -> Bool {
        let isLong = deviation[index] > 3 || difference[index] > 1 && following(index) < -1
        guard isLong, median[index] > 0 else { return false }
        let ratio = rr[index] / median[index]
        let halfFits = abs(rr[index] / 2 - median[index]) < deviationThreshold && ratio > 1.4
        // The second test serves coarse sources, whose spread may be too small for the first.
        return halfFits || ratio >= 1.6 && ratio <= 2.4
    }

    /// A beat seen where there was none: this interval and the next together are about one.
    func isExtra(at index: Int) -> Bool {
        guard index + 1 < count, follows[index + 1], median[index] > 0 else { return false }
        let isShort = deviation[index] < -3 || difference[index] < -1 && following(index) > 1
        guard isShort, max(rr[index], rr[index + 1]) < 0.9 * median[index] else { return false }
        let sum = rr[index] + rr[index + 1]
        let ratio = sum / median[index]
        return abs(sum - median[index]) < deviationThreshold || ratio >= 0.8 && ratio <= 1.2
    }

    /// Whether the beat that begins interval `index` is displaced: the centre of a negative-positive-negative pattern
    /// (or the reverse) lies on the interval *after* such a beat. Of neighbours that both look so, the larger counts.
    func followsDisplacedBeat(at index: Int) -> Bool {
        guard isPatternCentre(index) else { return false }
        let size = abs(difference[index])
        if isPatternCentre(index - 1), abs(difference[index - 1]) >= size { return false }
        if isPatternCentre(index + 1), abs(difference[index + 1]) > size { return false }
        return true
    }

    /// Whether the displaced beat that begins interval `index` is early by a fifth or more, as an ectopic beat is and a
    /// beat that was only located badly is not (the 20 % rule, Malik 1989).
    func isPremature(at index: Int) -> Bool { rr[index - 1] <= 0.4 * (rr[index - 1] + rr[index]) }

    /// A long or short interval that fits no other pattern.
    func isOutlier(at index: Int) -> Bool {
        let step = difference[index]
        if abs(deviation[index]) > 3 { return true }
        return step > 1 && following(index) < -1 || step < -1 && following(index) > 1
    }

    private func isPatternCentre(_ index: Int) -> Bool {
        guard index > 0, index < count, follows[index] else { return false }
        let step = difference[index]
        let slope = ArtefactThresholds.slope
        let intercept = ArtefactThresholds.intercept
        let before = difference[index - 1]
        let after = index + 1 < count ? difference[index + 1] : 0
        if step > 1 { return max(before, after) < -slope * step - intercept }
        if step < -1 { return min(before, after) > -slope * step + intercept }
        return false
    }

    /// The weaker of the two differences that follow, against the sign of this one.
    private func following(_ index: Int) -> Double {
        let next = index + 1 < count ? difference[index + 1] : 0
        let second = index + 2 < count ? difference[index + 2] : 0
        return difference[index] >= 0 ? min(next, second) : max(next, second)
    }
}

/// Stretches in which most epochs are of one kind, by the criteria that GGIR uses.
///
/// A bout begins and ends with an epoch of the kind, at least ``share`` of its epochs are, no more than a minute in a row is
/// not, and it lasts at least so many minutes. The longest kind of bout is looked for first, and no epoch is in two.
public struct ActivityBouts: Hashable, Sendable {
    /// The least share of epochs of the kind.
    public var share: Double
    /// From how many minutes on a bout belongs to a class; rising.
    public var minutes: [Int]

    /// Moderate and vigorous activity: 80 %, from 1, 5 and 10 minutes on.
    public static let moderateToVigorous = ActivityBouts(share: 0.8, minutes: [1, 5, 10])
    /// Sedentary time: 90 %, from 10, 20 and 30 minutes on.
    public static let sedentary = ActivityBouts(share: 0.9, minutes: [10, 20, 30])

    /// The longest pause within a bout, in seconds.
    static let longestPause = 60

    /// Bouts of one class.
    public struct Sum: Hashable, Sendable {
        /// The least length, in minutes.
        public var least: Int
        /// How many there are.
        public var count: Int
        /// What they come to, in minutes.
        public var minutes: Double
    }

    /// The bouts of each class, from the shortest on.
    /// - Parameters:
    ///   - kinds: whether each epoch is of the kind; nil where it cannot be in a bout.
    ///   - epochSeconds: the length of an epoch.
    func sums(_ kinds: [Bool?], epochSeconds: Int) -> [Sum] {
        var left = kinds
        var sums: [Sum] = []
        for least in minutes.reversed() {
            let found = bouts(left, epochSeconds: epochSeconds, shortest: max(1, least * 60 / max(1, epochSeconds)))
            for bout in found { for place in bout { left[place] = nil } }
            let length = Double(found.reduce(0) { $0 + $1.count }) * Double(epochSeconds) / 60
            sums.insert(Sum(least: least, count: found.count, minutes: length), at: 0)
        }
        return sums
    }

    private func bouts(_ kinds: [Bool?], epochSeconds: Int, shortest: Int) -> [Range<Int>] {
        let pause = Self.longestPause / max(1, epochSeconds)
        var found: [Range<Int>] = []
        var start = 0
        while start < kinds.count {
            guard kinds[start] == true else {
                start += 1
                continue
            }
            var (end, own, others) = (start, 0, 0)
            var place = start
            while place < kinds.count, let isOwn = kinds[place] {
                if isOwn { (own, others) = (own + 1, 0) } else { others += 1 }
                guard others <= pause else { break }
                if isOwn, Double(own) >= share * Double(place + 1 - start) { end = place + 1 }
                place += 1
            }
            if end - start >= shortest {
                found.append(start..<end)
                start = end
            } else {
                start += 1
            }
        }
        return found
    }
}

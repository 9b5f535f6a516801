import Signals

extension MotionWatchLog {
    /// Gives epochs whose bytes are no text their time, and tells where channels of one recording differ in length.
    mutating func mend() {
        for index in channels.indices where !channels[index].numbers.foreign.isEmpty {
            // A recorder writes all its channels at once: one that is whole tells how many epochs there were.
            let whole = channels.first { other in
                other.epoch == channels[index].epoch && other.numbers.foreign.isEmpty
                    && other.count > channels[index].count
            }
            let runs = channels[index].numbers.foreign
            let lost = channels[index].numbers.mend(to: whole?.count)
            let bytes = runs.reduce(0) { $0 + $1.bytes }
            losses.append(
                Loss(
                    .damaged, count: Double(lost), unit: .samples, channel: channels[index].recorded.channel,
                    detail: "\(bytes) bytes of the channel \(channels[index].name) are no text; they take the time of "
                        + "\(lost) epochs, by \(whole.map { "the length of the channel \($0.name)" } ?? "their number")"
                ))
        }
        for epoch in Set(channels.map(\.epoch)) {
            let alike = channels.filter { $0.epoch == epoch && $0.offset == channels.first?.offset }
            guard let most = alike.map(\.count).max() else { continue }
            for short in alike where short.count < most {
                losses.append(
                    Loss(
                        .damaged, count: Double(most - short.count), unit: .samples,
                        channel: short.recorded.channel,
                        detail: "the channel \(short.name) has \(short.count) epochs where another has \(most): those "
                            + "behind the ones that are missing are too early"))
            }
        }
    }
}

import DeviceProfiles
import Signals

extension ProfiledStreams {
    /// Finds frames that are missing by their number, on a line that may lose some: they become a loss, and the host's time
    /// line leaves room for them.
    mutating func countFrame(of place: Int, at arrival: Instant) {
        let format = decoder.formats[place]
        guard countsFrames, let number = frame.sequence, let modulo = format.sequenceModulo, number < modulo else {
            return
        }
        defer { numbers[place] = number }
        guard let before = numbers[place] else { return }
        let missing = (number + modulo - before - 1) % modulo
        // A number twice is a device that counts otherwise, or that began again.
        guard missing > 0, missing < modulo - 1 else { return }
        let perFrame = frame.columns.lazy.map(\.count).max() ?? 0
        for stream in hostEnds.keys where stream.frame == place {
            guard let end = hostEnds[stream], let hertz = hertz(stream), hertz > 0 else { continue }
            let span = Int64(min(Double(missing) * Double(perFrame) / hertz, 86_400) * 1e9)
            hostEnds[stream] = max(end, min(end + span, arrival.nanoseconds))
        }
        losses.append(
            Loss(
                .gap, count: Double(missing) * Double(perFrame), unit: .samples, first: newest, end: arrival,
                detail: "\(missing) frames are missing by their number"))
    }
}

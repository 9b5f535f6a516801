import Bluetooth
import DeviceProfiles
import Signals

/// The last advertised value of one frame, so that repetitions are recognised.
struct HeardAdvert: Sendable {
    /// Of the same sequence or content, an advertisement that was sent again: two adapters, or a device that repeats
    /// itself, in seconds.
    static let repetition = 3.0
    /// The same content without a sequence is a new value after so long where a profile does not say how often values
    /// come, in seconds.
    static let interval = 10.0

    var bytes: [UInt8]
    var sequence: UInt64?
    var arrival: Instant
}

extension ProfiledStreams {
    /// Takes what an advertisement says.
    /// - Parameters:
    ///   - advertisement: what was heard.
    ///   - isStreamed: whether the device lives by its advertisements; false beside a link.
    ///   - outlet: where values go.
    /// - Returns: whether there was a new value in it.
    mutating func hear(_ advertisement: Advertisement, isStreamed: Bool, into outlet: some DeviceOutlet) -> Bool {
        var isNews = false
        for advert in profile.bluetooth?.adverts ?? [] {
            guard let bytes = advert.data(in: advertisement), let place = decoder.index(of: advert.frame) else {
                continue
            }
            isNews = take(bytes, as: place, isStreamed: isStreamed, at: advertisement.received, into: outlet) || isNews
        }
        return isNews
    }

    private mutating func take(
        _ bytes: [UInt8], as place: Int, isStreamed: Bool, at arrival: Instant, into outlet: some DeviceOutlet
    ) -> Bool {
        let format = decoder.formats[place]
        // Makers send other formats under the same number; those are no damage.
        if let starts = format.starts, !starts.matches(bytes.span.bytes) { return false }
        if heard[place]?.bytes == bytes {
            guard format.sequenceModulo == nil, let last = heard[place]?.arrival,
                arrival.seconds(since: last) >= interval(of: format)
            else { return false }
        }
        do {
            try decoder.decode(bytes.span.bytes, as: place, into: &frame)
        } catch {
            confirm(place, holds: false)
            damaged("\(format.id): \(error)", at: arrival)
            return false
        }
        confirm(place, holds: true)
        guard let isFirst = missed(format, place, at: arrival) else { return false }
        if !isFirst, !losses.isEmpty { tellLosses(at: arrival, outlet) }
        heard[place] = HeardAdvert(bytes: bytes, sequence: frame.sequence, arrival: arrival)
        guard isConfirmed, frame.columns.contains(where: { $0.count > 0 }) else { return false }
        if isStreamed { note(arrival) }
        hand(on: place, isStreamed: isStreamed, at: arrival, into: outlet)
        return true
    }

    private func interval(of format: FrameFormat) -> Double {
        guard case .hertz(let numerator, let denominator)? = format.rate, numerator > 0 else {
            return HeardAdvert.interval
        }
        return Double(denominator) / Double(numerator)
    }

    /// Compares the sequence of ``frame`` with the one before: what was not heard in between is a loss.
    /// - Returns: whether it is the first; nil when it came before.
    private mutating func missed(_ format: FrameFormat, _ place: Int, at arrival: Instant) -> Bool? {
        guard let modulo = format.sequenceModulo, modulo > 0, let sequence = frame.sequence,
            let last = heard[place], let before = last.sequence
        else { return heard[place] == nil }
        let ahead = (sequence % modulo &+ modulo &- before % modulo) % modulo
        if ahead == 0 { return nil }
        if modulo - ahead <= 16, arrival.seconds(since: last.arrival) < HeardAdvert.repetition { return nil }
        // After a silence, and after the device began anew, the numbers say nothing of what was missed.
        if ahead > 1, ahead < modulo / 2, interruption == nil {
            losses.append(
                Loss(
                    .gap, count: Double(ahead - 1), unit: .blocks, first: last.arrival, end: arrival,
                    detail: "advertisements were not heard"))
        }
        return false
    }
}

extension BluetoothAccess.Advert {
    /// Its bytes in an advertisement; nil when there are none.
    func data(in advertisement: Advertisement) -> [UInt8]? {
        if let manufacturer { return advertisement.manufacturerData[manufacturer] }
        guard let service, let uuid = BluetoothUUID(service) else { return nil }
        return advertisement.serviceData[uuid]
    }
}

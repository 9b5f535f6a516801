import DeviceProfiles

extension ProfiledStreams {
    /// So many values of a frame that is to confirm a device may be wrong: the first may be half a line, or damaged.
    static let tries = 3

    /// Whether the device has shown that it is what its profile says, as far as its frames can.
    var isConfirmed: Bool { unconfirmed.isEmpty }

    /// The frames by which the profile confirms a device.
    static func confirming(_ profile: DeviceProfile, _ decoder: ProfileDecoder) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for case .firstFrame(let name) in profile.confirm {
            if let place = decoder.index(of: name) { places[place] = 0 }
        }
        return places
    }

    /// Whether a Heart Rate Measurement may be taken: not while one has yet to show that the device is the right one.
    mutating func isHeart(_ bytes: [UInt8], _ handle: UInt16) -> Bool {
        guard !isConfirmed else { return true }
        for place in routes[handle] ?? [] {
            confirm(place, holds: (try? decoder.decode(bytes.span.bytes, as: place, into: &frame)) != nil)
        }
        return isConfirmed
    }

    /// A value that should be the frame at `place` was decoded, or could not be.
    mutating func confirm(_ place: Int, holds: Bool) {
        guard let wrong = unconfirmed[place] else { return }
        if holds {
            unconfirmed[place] = nil
            return
        }
        unconfirmed[place] = wrong + 1
        guard wrong + 1 >= Self.tries, stranger == nil else { return }
        stranger =
            "What it sends is not what \(profile.name) sends (“\(decoder.formats[place].id)”): it only looks alike. Choose another profile for it."
    }
}

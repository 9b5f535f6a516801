import Documents

extension RouteDescription {
    static var deviceList: RouteDescription {
        .about(
            "Devices that are near or known, and the buses on which they are looked for", "devices",
            replies: [200: .object(["devices": .array(.deviceEntry), "buses": .array(.bus)])])
    }

    static var device: RouteDescription {
        .about("A device", "devices", replies: [200: .deviceEntry], problems: [404])
    }

    static var adoptDevice: RouteDescription {
        .about(
            "Take a device into use", "devices", detail: "From then on it is connected to and its streams are kept.",
            body: .deviceChoices, replies: [200: .deviceEntry], problems: [404, 409, 422])
    }

    static var changeDevice: RouteDescription {
        .about(
            "Change what was decided on a device", "devices", body: .deviceChoices, replies: [200: .deviceEntry],
            problems: [404, 409, 422])
    }

    static var forgetDevice: RouteDescription {
        .about("Forget a device; its nights stay", "devices", replies: [204: .none], problems: [404, 409])
    }

    static var connectDevice: RouteDescription {
        .about("Connect to a device", "devices", replies: [200: .deviceEntry], problems: [404, 409])
    }

    static var disconnectDevice: RouteDescription {
        .about(
            "Let a device go until it is asked for again", "devices", replies: [200: .deviceEntry],
            problems: [404, 409])
    }

    static var vibrateDevice: RouteDescription {
        .about(
            "Let a device buzz", "devices",
            body: .object(["seconds": .number(0.05...10).nullable.optional.about("1 when left out")]).closed.optional,
            replies: [204: .none], problems: [404, 409, 422])
    }
}

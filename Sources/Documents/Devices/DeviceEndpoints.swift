extension Endpoint where Request == Nothing, Reply == DeviceListDocument {
    /// The devices that are near or known.
    public static var devices: Self {
        Self(
            .get, "/api/v1/devices", "Devices that are near or known, and the buses on which they are looked for",
            in: "devices")
    }
}

extension Endpoint where Request == DeviceRequest, Reply == DeviceDocument {
    /// One device.
    public static var device: Self {
        Self(.get, "/api/v1/devices/{id}", "A device", in: "devices", problems: [404])
    }

    /// Connects a device that was disconnected.
    public static var connectDevice: Self {
        Self(
            .post, "/api/v1/devices/{id}/connect", access: .owner, "Connect to a device", in: "devices",
            problems: [404, 409])
    }

    /// Disconnects a device until it is connected again.
    public static var disconnectDevice: Self {
        Self(
            .post, "/api/v1/devices/{id}/disconnect", access: .owner, "Let a device go until it is asked for again",
            in: "devices", problems: [404, 409])
    }
}

extension Endpoint where Request == DeviceChoicesRequest, Reply == DeviceDocument {
    /// Takes a device into use.
    public static var adoptDevice: Self {
        Self(
            .post, "/api/v1/devices/{id}/adopt", access: .owner, "Take a device into use", in: "devices",
            detail: "From then on it is connected to and its streams are kept.", needsBody: false,
            problems: [404, 409, 422])
    }

    /// Changes what was decided on a device.
    public static var changeDevice: Self {
        Self(
            .patch, "/api/v1/devices/{id}", access: .owner, "Change what was decided on a device", in: "devices",
            needsBody: false, problems: [404, 409, 422])
    }
}

extension Endpoint where Request == DeviceRequest, Reply == Nothing {
    /// Forgets what was decided on a device.
    public static var forgetDevice: Self {
        Self(
            .delete, "/api/v1/devices/{id}", access: .owner, "Forget a device; its nights stay", in: "devices",
            problems: [404, 409])
    }

    /// Takes the key away that opens a device.
    public static var removeDeviceKey: Self {
        Self(
            .delete, "/api/v1/devices/{id}/key", access: .owner, "Take the key away that opens a device", in: "devices",
            problems: [404, 409])
    }

    /// Forgets the pairing with a device and pairs anew.
    public static var pairDevice: Self {
        Self(
            .post, "/api/v1/devices/{id}/pair", access: .owner, "Pair with a device anew", in: "devices",
            detail: "For a device that has lost its pairing. It is to be in pairing mode.", problems: [404, 409, 422])
    }
}

extension Endpoint where Request == DeviceKeyRequest, Reply == Nothing {
    /// Keeps the key that opens a device.
    public static var enterDeviceKey: Self {
        Self(
            .post, "/api/v1/devices/{id}/key", access: .owner, "Enter the key that opens a device", in: "devices",
            detail:
                "For a device with the command `enter_key`. No answer ever holds the key; it is erased when the device is forgotten.",
            problems: [404, 409, 422], isRepeatable: true, keepsAnswer: false)
    }
}

extension Endpoint where Request == VibrationRequest, Reply == Nothing {
    /// Lets a device buzz.
    public static var vibrateDevice: Self {
        Self(
            .post, "/api/v1/devices/{id}/vibrate", access: .owner, "Let a device buzz", in: "devices",
            needsBody: false, problems: [404, 409, 422])
    }
}

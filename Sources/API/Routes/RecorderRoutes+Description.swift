import Documents

extension RouteDescription {
    static var recorderState: RouteDescription {
        .about("How a recorder on a cable is", "recorders", replies: [200: .recorderState], problems: [404, 409, 422])
    }

    static var downloadRecorder: RouteDescription {
        .about(
            "Begin to copy a recorder's recording", "recorders", replies: [202: .recorderState],
            problems: [404, 409, 422])
    }

    static var stopDownload: RouteDescription {
        .about("Stop copying", "recorders", replies: [200: .recorderState], problems: [404, 409, 422])
    }

    static var configureRecorder: RouteDescription {
        .about(
            "Set up the next recording", "recorders", body: .recorderSetup, replies: [200: .recorderState],
            problems: [404, 409, 422])
    }

    static var clearRecorder: RouteDescription {
        .about(
            "Empty a recorder", "recorders",
            body: .object(["confirm": .words(1...100).about("Its number"), "discard": .boolean.nullable.optional])
                .closed,
            replies: [200: .recorderState], problems: [404, 409, 422])
    }

    static var importDevice: RouteDescription {
        .about(
            "Take in what lies on a volume", "recorders", replies: [202: .object(["imports": .array(.importStatus)])],
            problems: [404, 422])
    }
}

//! The library through the crate.

use cardan::*;

fn turning() -> Sample {
    Sample {
        angular_rate: Some(RadiansPerSecond([0.0, 0.0, 0.5])),
        specific_force: Some(MetersPerSecondSquared([0.0, 0.0, 9.81])),
        magnetic_field: None,
    }
}

#[test]
fn a_turn_about_up_is_a_yaw() {
    let mut filter = Filter::new(Options::default()).unwrap();
    for _ in 0..200 {
        filter.update(Seconds(0.01), turning()).unwrap();
    }
    let [yaw, pitch, roll] = filter.euler(Frame::Default, EulerSequence::Zyx).unwrap();
    // At the start the filter is not sure of the gyroscope's bias, and the force says nothing of the heading.
    assert!((yaw.0 - 1.0).abs() < 0.02, "{yaw:?}");
    assert!(pitch.0.abs() < 1e-6 && roll.0.abs() < 1e-6);
    let motion = filter.motion().unwrap();
    assert!((motion.gravity.0[2] + 9.81).abs() < 0.01, "gravity points down: {:?}", motion.gravity);
    assert_eq!(motion.attitude, filter.attitude(Frame::Enu).unwrap());
    assert!(motion.flags.contains(raw::CARDAN_MAGNETIC_FIELD_ABSENT));
    assert!(motion.flags.names().any(|name| name == "magnetic_field_absent"));
    assert_eq!(filter.flags(), motion.flags);
    let sigmas = filter.sigmas().unwrap();
    assert!(sigmas.tilt.0 > 0.0 && sigmas.tilt.0 < 0.1);
}

#[test]
fn a_filter_in_memory_equals_one_on_the_heap() {
    let options = Options { frame: Frame::Ned, ..Options::default() };
    let mut memory = Memory::<8192>::new();
    assert!(options.size() > 1000 && options.size() <= 8192);
    let mut in_memory = Filter::in_memory(&mut memory, options).unwrap();
    let mut on_heap = Filter::new(options).unwrap();
    for index in 0..100 {
        let time = Nanoseconds(index * 10_000_000);
        in_memory.update_at(time, turning()).unwrap();
        on_heap.update_at(time, turning()).unwrap();
    }
    let (first, second) = (in_memory.motion().unwrap(), on_heap.motion().unwrap());
    assert_eq!(first.attitude, second.attitude);
    assert_eq!(first.timestamp, Nanoseconds(990_000_000));
    let mut small = Memory::<64>::new();
    assert_eq!(Filter::in_memory(&mut small, options).err(), Some(Status::BAD_SIZE));
}

#[test]
fn single_precision_is_taken() {
    let mut narrow = Filter::new(Options { filter: FilterKind::Vqf, ..Options::default() }).unwrap();
    let mut wide = Filter::new(Options { filter: FilterKind::Vqf, ..Options::default() }).unwrap();
    for _ in 0..100 {
        narrow.update_f32(0.01, Some([0.0, 0.0, 0.5]), Some([0.0, 0.0, 9.81]), None).unwrap();
        wide.update(Seconds(0.01), turning()).unwrap();
    }
    let difference: f64 = (0..4)
        .map(|i| (narrow.attitude(Frame::Enu).unwrap().wxyz[i] - wide.attitude(Frame::Enu).unwrap().wxyz[i]).abs())
        .sum();
    assert!(difference < 1e-5 && narrow.kind() == FilterKind::Vqf);
}

#[test]
fn separate_sensors_become_samples() {
    let mut filter = Filter::new(Options { separate_sensors: true, ..Options::default() }).unwrap();
    let mut count = 0;
    for index in 0..50 {
        filter.add(Sensor::Accelerometer, Nanoseconds(index * 10_000_000), [0.0, 0.0, 9.81]).unwrap();
        filter.add(Sensor::Gyroscope, Nanoseconds(index * 10_000_000), [0.0, 0.0, 0.1]).unwrap();
        while filter.next().unwrap() {
            count += 1;
        }
    }
    filter.finish().unwrap();
    while filter.next().unwrap() {
        count += 1;
    }
    assert_eq!(count, 50);
}

#[test]
fn a_snapshot_continues_alike() {
    let mut filter = Filter::new(Options::default()).unwrap();
    for _ in 0..50 {
        filter.update(Seconds(0.01), turning()).unwrap();
    }
    let mut bytes = vec![0; filter.snapshot_size()];
    filter.snapshot(&mut bytes).unwrap();
    let mut other = Filter::new(Options::default()).unwrap();
    other.restore(&bytes).unwrap();
    filter.update(Seconds(0.01), turning()).unwrap();
    other.update(Seconds(0.01), turning()).unwrap();
    assert_eq!(filter.motion().unwrap().attitude, other.motion().unwrap().attitude);
    bytes[40] ^= 1;
    assert!(other.restore(&bytes).is_err());
}

#[test]
fn parameters_and_errors_have_names() {
    let mut filter = Filter::new(Options::default()).unwrap();
    let noise = Parameter::all(FilterKind::Default).find(|parameter| parameter.name == "accelerometer_noise").unwrap();
    assert_eq!(filter.parameter(noise.name).unwrap(), noise.default);
    filter.set_parameter(noise.name, noise.maximum).unwrap();
    assert_eq!(filter.parameter(noise.name).unwrap(), noise.maximum);
    assert_eq!(filter.set_parameter(noise.name, f64::NAN), Err(Status::PARAMETER_OUT_OF_RANGE));
    assert_eq!(filter.set_parameter("nonsense", 1.0), Err(Status::UNKNOWN_PARAMETER));
    assert_eq!(Parameter::check(FilterKind::Default, &"long".repeat(99), 1.0), Err(Status::UNKNOWN_PARAMETER));
    let given = [raw::cardan_parameter { name: "platform\0".as_ptr(), value: 1.0 }];
    let vehicle = Filter::new(Options { parameters: &given, ..Options::default() }).unwrap();
    assert_eq!(vehicle.parameter("platform"), Ok(1.0));
    let mirrored = Options { axes: Axes([1, 2, -3]), ..Options::default() };
    let error = Filter::new(mirrored).err().unwrap();
    assert_eq!(error, Status::BAD_AXES);
    assert!(!error.to_string().is_empty() && error.to_string().split(' ').count() <= 6);
    let error: Box<dyn std::error::Error> = Box::new(error);
    assert!(format!("{error:?}").contains('9'));
    assert_eq!(Options { axes: Axes([1, 1, 3]), ..Options::default() }.size(), 0);
}

#[test]
fn choices_have_their_names() {
    for kind in FilterKind::ALL {
        assert_eq!(FilterKind::named(kind.name()), Ok(*kind));
    }
    for frame in &Frame::ALL[1..] {
        assert_eq!(Frame::named(frame.name()), Ok(*frame));
    }
    assert_eq!(Frame::named("up"), Err(Status::BAD_ARGUMENT));
    assert!(version().starts_with(env!("CARGO_PKG_VERSION")));
}

#[test]
fn velocities_are_for_the_default_filter() {
    let mut filter = Filter::new(Options::default()).unwrap();
    filter.observe_velocity(MetersPerSecond(1.0), MetersPerSecond(0.0), Some(MetersPerSecond(0.1)), None).unwrap();
    filter.observe_speed(MetersPerSecond(1.0), None, None).unwrap();
    let mut other = Filter::new(Options { filter: FilterKind::Vqf, ..Options::default() }).unwrap();
    assert_eq!(other.observe_velocity(MetersPerSecond(1.0), MetersPerSecond(0.0), None, None), Err(Status::UNSUPPORTED));
    assert_eq!(other.hard_iron(), Err(Status::UNSUPPORTED));
}

#[test]
fn angles_become_a_rotation_and_angles_again() {
    let angles = [Radians(0.3), Radians(-0.2), Radians(0.1)];
    let rotation = Quaternion::from_euler(angles, EulerSequence::Zyx).unwrap();
    for (angle, again) in angles.iter().zip(rotation.euler(EulerSequence::Zyx).unwrap()) {
        assert!((angle.0 - again.0).abs() < 1e-12);
    }
    // A quarter turn about up: x of the body goes to y.
    let quarter = Quaternion { wxyz: [0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()] };
    let matrix = quarter.matrix().unwrap();
    assert!((matrix[3] - 1.0).abs() < 1e-12 && (matrix[1] + 1.0).abs() < 1e-12);
    assert!(Quaternion { wxyz: [0.0; 4] }.matrix().is_err());
}

#[test]
fn the_field_of_the_earth_is_that_of_the_model() {
    let place = Place { latitude: Degrees(80.0), longitude: Degrees(0.0), height: Meters(0.0) };
    let field = GeomagneticField::at(place, 2025.0).unwrap();
    // The first test value of the World Magnetic Model 2025: declination 1.28 degrees, inclination 83.21.
    assert!((field.declination.0.to_degrees() - 1.28).abs() < 0.01, "{:?}", field.declination);
    assert!((field.inclination.0.to_degrees() - 83.21).abs() < 0.01, "{:?}", field.inclination);
    assert!(GeomagneticField::at(Place { latitude: Degrees(91.0), ..place }, 2025.0).is_err());
}

#[test]
fn a_filter_goes_to_another_thread() {
    let mut filter = Filter::new(Options::default()).unwrap();
    let motion = std::thread::spawn(move || {
        filter.update(Seconds(0.01), turning()).unwrap();
        filter.motion()
    });
    assert!(motion.join().unwrap().is_ok());
}

print("cardan")

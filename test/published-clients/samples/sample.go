// The library of Go itself: net/http and mime/multipart.
package main

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, field := range os.Args[1:] {
		name, value, _ := strings.Cut(field, "=")
		check(form.WriteField(name, value))
	}
	photo, err := os.Open(os.Getenv("PHOTO"))
	check(err)
	part, err := form.CreateFormFile(os.Getenv("FILE_FIELD"), filepath.Base(photo.Name()))
	check(err)
	_, err = io.Copy(part, photo)
	check(err)
	check(form.Close())

	request, err := http.NewRequest("POST", os.Getenv("ADDRESS"), &body)
	check(err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("X-Api-Key", os.Getenv("API_KEY"))
	if accept := os.Getenv("ACCEPT"); accept != "" {
		request.Header.Set("Accept", accept)
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	answer, err := io.ReadAll(response.Body)
	check(err)
	check(os.WriteFile(os.Getenv("OUT"), answer, 0o644))
	fmt.Println(response.StatusCode)
}
